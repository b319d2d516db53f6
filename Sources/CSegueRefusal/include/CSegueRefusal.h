#pragma once

/// Prints `message` and calls `action`, once, on a thread of its own, where the system refuses this process memory or a thread:
/// also where Swift's runtime or a library would end it by a signal, or wait for a thread for ever. `action` ends the process;
/// after three seconds, or where it gets no memory either, it ends with 71 by itself. For programs alone: it replaces
/// pthread_create. Call it before there is a second thread.
///
/// @return 0 where the system refuses even what this takes.
int segue_when_refused(const char *message, void (*action)(void));
