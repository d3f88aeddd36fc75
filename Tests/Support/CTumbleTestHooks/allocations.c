// Counts heap allocations by standing in for the allocator's entry points. The counter is a thread's own,
// so that a test is not disturbed by what other threads do.
#include "CTumbleTestHooks.h"

#include <errno.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CTUMBLE_SANITIZED 1
#endif
#endif

static __thread uint64_t allocations, frees;

uint64_t ctumble_allocations(void) { return allocations; }
uint64_t ctumble_frees(void) { return frees; }

#ifndef CTUMBLE_SANITIZED

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  allocations++;
  if (old) frees++;
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  allocations++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocations++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  allocations++;
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

void free(void *memory) {
  if (memory) frees++;
  __libc_free(memory);
}

void *ctumble_uncounted_malloc(size_t size) { return __libc_malloc(size); }
void *ctumble_uncounted_calloc(size_t count, size_t size) { return __libc_calloc(count, size); }
void *ctumble_uncounted_realloc(void *memory, size_t size) { return __libc_realloc(memory, size); }
void ctumble_uncounted_free(void *memory) { __libc_free(memory); }

bool ctumble_is_sanitized(void) { return false; }

#else

#include <stdlib.h>

bool ctumble_is_sanitized(void) { return true; }

void *ctumble_uncounted_malloc(size_t size) { return malloc(size); }
void *ctumble_uncounted_calloc(size_t count, size_t size) { return calloc(count, size); }
void *ctumble_uncounted_realloc(void *memory, size_t size) { return realloc(memory, size); }
void ctumble_uncounted_free(void *memory) { free(memory); }

#endif

bool ctumble_counts_allocations(void) {
  uint64_t before = allocations;
  // Volatile, or a compiler makes nothing of memory that nobody looks at.
  void *volatile memory = malloc(1);
  free(memory);
  return allocations != before;
}
