#ifndef CTUMBLE_PAIRS_OF_QUADS_H
#define CTUMBLE_PAIRS_OF_QUADS_H

#include <stdbool.h>
#include <stdint.h>

/// What came of comparing.
typedef struct {
  int64_t pairs;
  /// Whether this processor has the lanes.
  bool has_lanes;
  /// The numbers of those that touch, that were done in lanes from what was said of them, that were done in
  /// lanes as clear ones, and of which the engine itself was asked.
  int64_t touching, in_lanes, clear, by_engine;
  /// Those of which the solver and the engine say different things, and a sentence about the first one.
  int64_t different;
  char first[200];
} ctumble_comparison;

/// Makes pairs of polygons with four corners at random, and compares where the solver has them touch with
/// where the engine does, bit for bit: parallel and turned, coincident, rounded, of any convex form, up to
/// 1e6 from the origin, with what was said of them in the step before and with what was said of others. Pairs
/// of which one of the engine's assertions might end the program are compared with `collide_polygons`.
ctumble_comparison ctumble_compare_pairs(uint64_t seed, int64_t count);

#endif
