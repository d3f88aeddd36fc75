#ifndef CTUMBLE_CHIPMUNK_SHIM_H
#define CTUMBLE_CHIPMUNK_SHIM_H

// With the structs, handles import as typed pointers: freeing a body as a shape does not compile.
#include <chipmunk/chipmunk.h>
#include <chipmunk/chipmunk_structs.h>
#include <chipmunk/cpPolyline.h>
#include <chipmunk/cpMarch.h>
#include <pthread.h>

/// The library's version; `cpVersionString` is a mutable global, which Swift 6 does not import.
static inline const char *ctumble_chipmunk_version(void) { return cpVersionString; }

/// One point of a set: its array is of a struct without a name, which Swift does not import.
static inline void ctumble_contact_point(
    const cpContactPointSet *set, int i, cpVect *onA, cpVect *onB, cpFloat *distance) {
  *onA = set->points[i].pointA;
  *onB = set->points[i].pointB;
  *distance = set->points[i].distance;
}

// libm has it, but its header shows it only to those who ask for GNU's extensions.
extern void sincos(double angle, double *sine, double *cosine);

/// Sine and cosine by one call: what the engine's compiler made of its two, and the same bits.
static inline void ctumble_sincos(double angle, double *sine, double *cosine) { sincos(angle, sine, cosine); }

// The library has these; its private header, which declares them, does not compile here.
extern void cpSpaceLock(cpSpace *space);
extern void cpSpaceUnlock(cpSpace *space, cpBool runPostStep);
extern int cpHashSetCount(cpHashSet *set);
extern void cpHashSetEach(cpHashSet *set, void (*act)(void *element, void *data), void *data);

/// The address of a variable of this function: how far the calling thread's stack reaches now.
static inline void *ctumble_frame_address(void) { return __builtin_frame_address(0); }

// Its header shows it only to those who ask for GNU's extensions.
extern int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);

/// The lowest address of the calling thread's stack; NULL where the system does not tell.
static inline void *ctumble_stack_limit(void) {
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return NULL;
  if (pthread_attr_getstack(&attributes, &low, &size) != 0) low = NULL;
  pthread_attr_destroy(&attributes);
  return low;
}

#endif
