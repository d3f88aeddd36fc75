#ifndef CTUMBLE_TEST_HOOKS_H
#define CTUMBLE_TEST_HOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Heap allocations made so far on the calling thread, by anyone: Swift, Cairo, Chipmunk, libc.
///
/// Under a sanitizer or valgrind, which bring their own allocators, it stays 0.
uint64_t ctumble_allocations(void);

/// Blocks given back so far on the calling thread, by anyone: what a thread makes and keeps is the
/// difference. Counted where allocations are.
uint64_t ctumble_frees(void);

/// Whether allocations are counted: a test that expects a number of them is worth nothing where they are not.
bool ctumble_counts_allocations(void);

/// Bytes of the heap that are in use now, by all threads and anyone: Swift, Cairo, Chipmunk, SDL.
size_t ctumble_heap_bytes(void);

/// Whether this was built for a sanitizer.
bool ctumble_is_sanitized(void);

/// The allocator without the counting, for a library that takes one: what it does is then not mistaken for
/// ours.
void *ctumble_uncounted_malloc(size_t size);
void *ctumble_uncounted_calloc(size_t count, size_t size);
void *ctumble_uncounted_realloc(void *memory, size_t size);
void ctumble_uncounted_free(void *memory);

#endif
