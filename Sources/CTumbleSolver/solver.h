#ifndef CTUMBLE_SOLVER_PRIVATE_H
#define CTUMBLE_SOLVER_PRIVATE_H

#include "meetings.h"

#include "include/CTumbleSolver.h"

// # The order
//
// The engine applies impulses one after the other; each reads the velocities that the one before it wrote,
// and the processor waits. But an impulse depends on those alone that came earlier and share a movable body
// with it. So every contact gets a level, one more than the highest of the earlier ones on which it depends.
// In the order of levels each still sees the velocities that it would have seen; and those of one level
// depend on none of each other, so several can be solved at once. The constraints, which come after all
// contacts, have levels of their own.
//
// A body of infinite mass joins nothing: adding 0 does not change its velocity. That holds for all but two
// kinds of numbers. -0 + 0 is 0: a body with such a velocity counts as movable. And 0 times what is not
// finite is NaN: as an impulse that is not finite leaves a velocity that is not, that is looked for at the
// end, and then the engine solves the step in its own order.
//
// Islands, which share no movable body, can be solved on different threads with the same bits.

/// What the solver reads and writes of a body: what is real, and what corrects overlaps.
struct row {
  double x, y, turn, inverse_mass;
  double bias_x, bias_y, bias_turn, inverse_moment;
};
_Static_assert(sizeof(struct row) == 64, "a row is a line of the cache");

/// The rows of an arbiter's or a constraint's bodies, and where in the order it comes.
struct place {
  int32_t a, b;
  int32_t level, part;
  /// An arbiter's, in the group of its level; a constraint's, among the pivots of its level or the others.
  int32_t lane;
};

/// A constraint that is no pivot, packed.
struct joint {
  int32_t a, b;
  int32_t kind;
  cpConstraint *source;
  double r1x, r1y, r2x, r2y;
  /// Of a joint along one direction.
  double nx, ny;
  /// A matrix by columns, or in the first place what one number is multiplied by.
  double mass[4];
  double bias[2];
  double impulse[2];
  /// The largest impulse.
  double limit;
  double extra;
};

/// The constraints of one level.
struct joint_level {
  /// The place where the groups of its pivots begin: each has as many lanes as it can, but for the last one.
  int64_t start;
  int32_t pivots;
  /// The others, in the list of joints.
  int32_t first, count;
};

/// Arbiters of one level with as many contacts, each in a lane: they are solved at once.
struct group {
  /// Where its numbers begin.
  int64_t start;
  int32_t count, lanes;
  /// While it is full: a later level, before which there is no room.
  int32_t later;
};

struct level {
  /// Of arbiters with one contact, and with two.
  struct group groups[2];
};

/// Islands that one thread solves.
struct part {
  struct level *levels;
  int32_t level_count, level_capacity;
  struct joint_level *joint_levels;
  int32_t joint_level_count, joint_level_capacity;
  int64_t weight;
};

enum { MAX_PARTS = 16 };

/// What goes through all groups of a part, or of a level.
struct loops {
  void (*solve)(const struct part *part, double *numbers, struct row *rows);
  /// Applies the impulses of the step before.
  void (*warm)(const struct part *part, double *numbers, struct row *rows, double coefficient);
  /// Solves so many pivots once, or applies the impulses of the step before.
  void (*pivots)(double *group, int count, struct row *rows, bool warms, double coefficient);
};

struct ctumble_solver {
  /// The most arbiters in a group.
  int most_lanes;
  struct loops loops;
  int threads;
  int64_t least_work;
  /// What the processor's threads are handed; NULL while there is only the caller's.
  struct crew *crew;

  /// The pairs of shapes whose boxes meet in this step; and what threads found out about each.
  struct meetings meetings;
  struct touch *touches;
  int32_t touch_capacity;
  /// Whether pairs of polygons with four corners are done four at a time.
  bool has_quad_lanes;

  /// The arbiters that were solved in the step before, each where its shapes say; where two should be in one
  /// place, the later one. The number of places is a power of two.
  cpArbiter **remembered;
  int32_t place_count;

  // Row 0 belongs to no body: what has no contact writes there, each part its own.
  struct row *rows;
  cpBody **owners;
  int32_t *row_levels;
  /// Of a body that impulses move; else the parts share its velocity, each in a row of its own.
  uint8_t *movable;
  /// The row that stands for an island.
  int32_t *islands;
  int32_t row_count, row_capacity;

  struct place *contact_places, *joint_places;
  int32_t contact_place_capacity, joint_place_capacity;

  /// The groups' numbers, in the order in which they are solved.
  double *numbers;
  int64_t number_capacity;

  struct joint *joints;
  int32_t joint_count, joint_capacity;
  /// The numbers of the pivots' groups.
  double *pivots;
  int64_t pivot_capacity;

  struct part parts[MAX_PARTS];
  int part_count;
  bool is_packed;
};

/// Memory for so many in lines of the cache, all 0, in place of what a list had. Ends the program if there is
/// none.
void *resized(void *list, int64_t capacity, size_t size);

/// Notes the arbiters of the step before, which are all among the engine's.
void remember_arbiters(ctumble_solver *solver, cpArbiter *const *arbiters, int count);
/// Finds out where the shapes of all meetings touch, and keeps their contacts.
void collide_all(ctumble_solver *solver, cpSpace *space);

/// Gives everything its level and its place. False where the engine's own order must be kept.
bool order(ctumble_solver *solver, cpSpace *space);
/// Copies the bodies' velocities into rows. False where the engine's own order must be kept.
bool fill_rows(ctumble_solver *solver);
/// Copies them back. False, and nothing is changed, if one is not finite.
bool write_rows(ctumble_solver *solver);

struct loops loops_for(ctumble_instructions instructions);
void prepare_contacts(ctumble_solver *solver, cpSpace *space, cpFloat dt);
void write_contacts(ctumble_solver *solver);

bool constraints_are_known(cpSpace *space);
/// The engine's own classes of constraints. False if one is not as expected.
bool find_constraint_classes(void);
void prepare_constraints(ctumble_solver *solver, cpSpace *space, cpFloat dt);
void warm_joints(ctumble_solver *solver, const struct part *part, cpFloat dt_coefficient);
void solve_joints(ctumble_solver *solver, const struct part *part);
void write_pivots(ctumble_solver *solver);
void write_joints(ctumble_solver *solver);

/// Does work that is divided into so many pieces, on several threads if it may.
void for_each_piece(ctumble_solver *solver, int count, void (*work)(void *context, int piece), void *context);
/// Lets threads look out for pieces until they are dismissed, if the step before had some.
void call_crew(ctumble_solver *solver);
void dismiss_crew(ctumble_solver *solver);
void free_crew(struct crew *crew);

#endif
