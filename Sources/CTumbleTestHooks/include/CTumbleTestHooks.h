#ifndef CTUMBLE_TEST_HOOKS_H
#define CTUMBLE_TEST_HOOKS_H

#include <stddef.h>
#include <stdint.h>

/// Heap allocations made so far on the calling thread, by anyone: Swift, Cairo, Chipmunk, libc.
///
/// Under valgrind, which brings its own allocator, it stays 0: check that it counts before you trust it.
uint64_t ctumble_allocations(void);

/// The allocator without the counting, for a library that takes one: what it does is then not mistaken for ours.
void *ctumble_uncounted_malloc(size_t size);
void *ctumble_uncounted_calloc(size_t count, size_t size);
void *ctumble_uncounted_realloc(void *memory, size_t size);
void ctumble_uncounted_free(void *memory);

#endif
