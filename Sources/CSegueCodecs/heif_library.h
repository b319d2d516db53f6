#pragma once

#include <stdbool.h>

// Loads libheif on the first call; false if it is not installed. Call this before any function of
// libheif.
bool segue_load_heif(void);
