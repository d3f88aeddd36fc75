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

/// What the solver reads and writes of a body, two by two: what corrects overlaps, and what is real.
struct row {
  double x[2], y[2], turn[2];
  double inverse_mass, inverse_moment;
};
_Static_assert(sizeof(struct row) == 64, "a row is a line of the cache");

/// The rows of an arbiter's or a constraint's bodies, and where in the order it comes.
struct place {
  int32_t a, b;
  int32_t level, part;
};

/// The constraints of an island, packed.
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

/// How many of a part's contacts or constraints have each level; then, where the next of it goes.
struct levels {
  int32_t *counts;
  int32_t count, capacity;
};

/// Islands that one thread solves.
struct part {
  struct levels contacts, joints;
  /// Its range of groups of contacts, and of joints.
  int32_t first_group, group_count;
  int32_t first_joint, joint_count;
  int64_t weight;
};

enum { MAX_PARTS = 16 };

typedef void (*contact_loop)(void *groups, int32_t first, int32_t count, struct row *rows);

struct ctumble_solver {
  /// How many contacts are solved at a time, a power of two, and of which.
  int width, width_shift;
  size_t group_size;
  contact_loop iterate;
  int threads;
  int64_t least_work;
  /// What the processor's threads are handed; NULL while there is only the caller's.
  struct crew *crew;

  /// The pairs of shapes whose boxes meet in this step; and what threads found out about each.
  struct meetings meetings;
  struct collision *collisions;
  int32_t collision_capacity;

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

  /// Contacts, `width` in each group, in the order in which they are solved.
  void *groups;
  /// What each contact in a group came from; NULL for a place that is left free.
  struct cpContact **sources;
  /// Whether impulses of the step before are applied, a contact.
  uint8_t *warm;
  int32_t group_count, group_capacity;

  struct joint *joints;
  int32_t joint_count, joint_capacity;

  struct part parts[MAX_PARTS];
  int part_count;
  bool is_packed;
};

/// Memory for so many in lines of the cache, in place of what a list had. Ends the program if there is none.
void *resized(void *list, int64_t capacity, size_t size);

/// Finds out where the shapes of all meetings touch, and keeps their contacts.
void collide_all(ctumble_solver *solver, cpSpace *space);

/// Gives everything its level and its place. False where the engine's own order must be kept.
bool order(ctumble_solver *solver, cpSpace *space);
/// Copies the bodies' velocities into rows. False where the engine's own order must be kept.
bool fill_rows(ctumble_solver *solver);
/// Copies them back. False, and nothing is changed, if one is not finite.
bool write_rows(ctumble_solver *solver);

size_t contact_group_size(int width);
contact_loop contact_loop_for(int width);
void prepare_contacts(ctumble_solver *solver, cpSpace *space, cpFloat dt);
void warm_contacts(ctumble_solver *solver, const struct part *part, cpFloat dt_coefficient);
void write_contacts(ctumble_solver *solver);

bool constraints_are_known(cpSpace *space);
/// The engine's own classes of constraints. False if one is not as expected.
bool find_constraint_classes(void);
void prepare_constraints(ctumble_solver *solver, cpSpace *space, cpFloat dt);
void warm_joints(ctumble_solver *solver, const struct part *part, cpFloat dt_coefficient);
void solve_joints(ctumble_solver *solver, const struct part *part);
void write_joints(ctumble_solver *solver);

/// Does work that is divided into so many pieces, on several threads if it may.
void for_each_piece(ctumble_solver *solver, int count, void (*work)(void *context, int piece), void *context);
/// Lets threads look out for pieces until they are dismissed, if the step before had some.
void call_crew(ctumble_solver *solver);
void dismiss_crew(ctumble_solver *solver);
void free_crew(struct crew *crew);

#endif
