#ifndef TUMBLE_C_BASELINE_H
#define TUMBLE_C_BASELINE_H

#include <stdint.h>

#include "worlds.h"

/// Nanoseconds of a clock that never goes back.
uint64_t baseline_now(void);

/// Nanoseconds that the calling thread has spent on a processor: other work on the machine does not count.
uint64_t baseline_thread_now(void);

/// Does a piece of work. Callgrind counts the instructions inside this function and no others.
void baseline_counted(void (*work)(void *), void *context);

#endif
