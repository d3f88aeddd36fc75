#ifndef CTUMBLE_TEST_HOOKS_H
#define CTUMBLE_TEST_HOOKS_H

#include <stdint.h>

/// Heap allocations made so far on the calling thread, by anyone: Swift, Cairo, Chipmunk, libc.
///
/// Under valgrind, which brings its own allocator, it stays 0: check that it counts before you trust it.
uint64_t ctumble_allocations(void);

#endif
