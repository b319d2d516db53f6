#pragma once

#include <stdbool.h>
#include <stddef.h>

// A measurement of the integrated loudness of 48 kHz sound, by EBU R 128.
typedef struct SegueLoudness SegueLoudness;

// Loads libebur128 on the first call; false if it is not installed. Call this before any other
// function.
bool segue_load_loudness(void);

// A measurement of one, two, six or eight channels; null without memory.
SegueLoudness *segue_loudness_open(unsigned channels);

// Adds interleaved samples, `count` for each channel.
void segue_loudness_add(SegueLoudness *loudness, const float *samples, size_t count);

// The loudness in LUFS; minus infinity for silence or less than 400 ms.
double segue_loudness_integrated(const SegueLoudness *loudness);

void segue_loudness_close(SegueLoudness *loudness);
