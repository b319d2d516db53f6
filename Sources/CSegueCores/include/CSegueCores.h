#pragma once

/// The number of cores that this process may use, at least 1; 1 where the system does not say.
int segue_core_count(void);
