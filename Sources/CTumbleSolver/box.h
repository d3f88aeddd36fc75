#ifndef CTUMBLE_BOX_H
#define CTUMBLE_BOX_H

#include "engine.h"

#include <string.h>

typedef double point __attribute__((ext_vector_type(2)));

/// A `cpBB`, both of whose directions are reckoned with at once. Every operation gives the bits of the
/// engine's.
struct box {
  /// Left and bottom, right and top.
  point low, high;
};
_Static_assert(sizeof(struct box) == sizeof(cpBB), "a box lies in memory as the engine's");

static inline struct box box_of(cpBB bb) { return (struct box){{bb.l, bb.b}, {bb.r, bb.t}}; }

static inline point lesser(point a, point b) { return a < b ? a : b; }
static inline point greater(point a, point b) { return a > b ? a : b; }

static inline struct box merged(struct box a, struct box b) {
  return (struct box){lesser(a.low, b.low), greater(a.high, b.high)};
}

static inline bool boxes_meet(struct box a, struct box b) {
  return __builtin_reduce_and((a.low <= b.high) & (b.low <= a.high)) != 0;
}

static inline bool box_holds(struct box outer, struct box inner) {
  return __builtin_reduce_and((outer.low <= inner.low) & (outer.high >= inner.high)) != 0;
}

static inline bool are_same_bits(struct box a, struct box b) { return memcmp(&a, &b, sizeof a) == 0; }

static inline double area(struct box box) {
  point size = box.high - box.low;
  return size.x * size.y;
}

/// How far the middles of two boxes are apart, doubled, and counted along both axes.
static inline double distance(struct box a, struct box b) {
  point way = a.low + a.high - b.low - b.high;
  return cpfabs(way.x) + cpfabs(way.y);
}

#endif
