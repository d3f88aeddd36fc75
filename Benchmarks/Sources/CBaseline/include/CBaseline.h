#ifndef TUMBLE_C_BASELINE_H
#define TUMBLE_C_BASELINE_H

#include <stdint.h>

/// Nanoseconds of a clock that never goes back.
uint64_t baseline_now(void);

#endif
