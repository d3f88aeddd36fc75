#ifndef TUMBLE_BASELINE_WORLDS_H
#define TUMBLE_BASELINE_WORLDS_H

#include <stdint.h>

/// The scenes of the step benchmarks, in plain C with the engine's own tree and integrators.
typedef enum {
  BASELINE_CRATES,
  BASELINE_PYRAMID,
  BASELINE_CIRCLES_1000,
  BASELINE_CIRCLES_5000,
  BASELINE_ROPES,
  BASELINE_FREE,
  BASELINE_SPREAD,
  BASELINE_SPINNING,
  BASELINE_TOWERS,
} baseline_scene;

typedef struct baseline_world baseline_world;

baseline_world *baseline_make(baseline_scene scene);
void baseline_free(baseline_world *world);
void baseline_step(baseline_world *world, int steps);

/// FNV-1a over the bits of every body's x, y, angle, vx, vy and angular velocity, in the order of making.
uint64_t baseline_hash(const baseline_world *world);

/// Reads the same six numbers of every body into `out`, over the fields of the structs.
void baseline_read(const baseline_world *world, double *out);

#endif
