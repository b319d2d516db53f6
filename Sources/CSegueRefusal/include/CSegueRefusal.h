#pragma once

/// Prints `message` and calls `action`, once, on a separate thread, when the system refuses this
/// process memory or a thread. This includes cases in which Swift's runtime or a library would
/// crash or wait for a thread forever. `action` ends the process; after three seconds, or without
/// memory for it, the process exits with 71. For programs only: it replaces pthread_create. Call it
/// before a second thread exists.
///
/// @return 1, or 0 if the system refuses the memory or the thread that the function itself needs.
int segue_when_refused(const char *message, void (*action)(void));
