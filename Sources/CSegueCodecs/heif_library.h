#pragma once

#include <stdbool.h>

// Loads libheif, the first time that it is asked; false where it is not installed. Nothing else of it may be called before.
bool segue_load_heif(void);
