#pragma once

/// The number of cores that this process may use, at least 1; 1 if the system does not state the number.
int segue_core_count(void);

/// Ends the process with the function set by `segue_on_refusal`. Called when the system denies memory
/// or a thread without which the process cannot continue. Returns if no function is set.
void segue_refused(void);

/// Sets the function that ends the process. Call it before a second thread exists.
void segue_on_refusal(void (*end)(void));
