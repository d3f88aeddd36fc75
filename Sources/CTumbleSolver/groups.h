#ifndef CTUMBLE_GROUPS_H
#define CTUMBLE_GROUPS_H

#include "solver.h"

// Whatever a group's number of lanes, it is the same list of fields, each of as many numbers: those of the
// arbiters, then those of their first contacts, then those of their second ones.

enum arbiter_field {
  /// The places where as many rows of bodies A begin among the numbers of all rows, then as many of B.
  ROWS,
  /// The arbiter's first contact in the engine, or the joint.
  SOURCE,
  NX, NY, FRICTION, SURFACE_X, SURFACE_Y,
  /// 1 if impulses of the step before are applied.
  WARM,
  ARBITER_FIELDS
};

enum contact_field {
  R1X, R1Y, R2X, R2Y,
  /// Along the normal, and along the surface.
  NORMAL_MASS, TANGENT_MASS,
  /// The velocities along the normal to be reached: what corrects overlaps, and what is real.
  BIAS, TARGET,
  BIAS_IMPULSE, NORMAL_IMPULSE, TANGENT_IMPULSE,
  CONTACT_FIELDS
};

/// The fields of a group of pivots. What both kinds of groups have is in the same place.
enum pivot_field {
  PIVOT_R1X = SOURCE + 1, PIVOT_R1Y, PIVOT_R2X, PIVOT_R2Y,
  /// The inverse moments of the bodies.
  MOMENT_A, MOMENT_B,
  /// A matrix by columns.
  MASS_XX, MASS_YX, MASS_XY, MASS_YY,
  WANTED_X, WANTED_Y, IMPULSE_X, IMPULSE_Y, LIMIT,
  PIVOT_FIELDS
};

/// A lane of a group: its numbers lie as many apart from field to field as the group has lanes.
struct slot {
  double *numbers;
  int32_t lane, lanes;
};

static inline struct slot slot_in(const ctumble_solver *solver, const struct group *group, int32_t lane) {
  return (struct slot){solver->numbers + group->start, lane, group->lanes};
}

static inline double *field(struct slot slot, int field) {
  return slot.numbers + field * slot.lanes + slot.lane;
}

static inline void **source(struct slot slot) { return (void **)field(slot, SOURCE); }

enum { ROW_NUMBERS = sizeof(struct row) / sizeof(double) };

static inline void set_rows(struct slot slot, int32_t a, int32_t b) {
  int32_t *rows = (int32_t *)(slot.numbers + ROWS * slot.lanes);
  rows[slot.lane] = a * ROW_NUMBERS;
  rows[slot.lanes + slot.lane] = b * ROW_NUMBERS;
}

static inline int field_count(int contacts) { return ARBITER_FIELDS + contacts * CONTACT_FIELDS; }

/// The fewest lanes of a loop's groups that are enough.
static inline int32_t lanes_for(const ctumble_solver *solver, int32_t count) {
  int32_t lanes = solver->most_lanes / 4;
  while (lanes < count) lanes *= 2;
  return count == 0 ? 0 : lanes;
}

#endif
