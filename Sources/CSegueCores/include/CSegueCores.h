#pragma once

/// The number of cores that this process may use, at least 1; 1 where the system does not say.
int segue_core_count(void);

/// Ends the process where the system refuses memory or a thread that the work cannot go on without, as the program has set by
/// `segue_on_refusal`. Returns in a program that has set nothing.
void segue_refused(void);

/// Sets the function that ends the process then. Call it before there is a second thread.
void segue_on_refusal(void (*end)(void));
