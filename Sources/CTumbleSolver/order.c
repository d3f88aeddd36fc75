#include "joints.h"
#include "solver.h"

#include <stdlib.h>
#include <string.h>

void *resized(void *list, int64_t capacity, size_t size) {
  // In lines of the cache: a row or a field of a group never lies across two.
  void *memory = NULL;
  if (posix_memalign(&memory, 64, (size_t)capacity * size) != 0) abort();
  memset(memory, 0, (size_t)capacity * size);
  free(list);
  return memory;
}

void *grown(void *list, int32_t *capacity, int64_t count, size_t size) {
  if (count <= *capacity) return list;
  int64_t larger = count + count / 2 + 64;
  list = realloc(list, (size_t)larger * size);
  if (!list || larger > INT32_MAX) abort();
  *capacity = (int32_t)larger;
  return list;
}

// MARK: - Rows

static inline bool is_negative_zero(double value) { return value == 0 && __builtin_signbit(value); }

/// Whether an impulse can change a body, if only 0 for -0.
static bool is_movable(const cpBody *body) {
  return body->m_inv != 0 || body->i_inv != 0 || is_negative_zero(body->v.x) || is_negative_zero(body->v.y)
      || is_negative_zero(body->w) || is_negative_zero(body->v_bias.x) || is_negative_zero(body->v_bias.y)
      || is_negative_zero(body->w_bias);
}

static void make_room_for_row(ctumble_solver *solver) {
  // Of a body that does not move each part has a row.
  int32_t needed = solver->row_count + MAX_PARTS;
  if (needed <= solver->row_capacity) return;
  int32_t old = solver->row_capacity, capacity = old;
  solver->owners = grown(solver->owners, &capacity, needed, sizeof(cpBody *));
  capacity = old;
  solver->row_levels = grown(solver->row_levels, &capacity, needed, sizeof(int32_t));
  capacity = old;
  solver->movable = grown(solver->movable, &capacity, needed, 1);
  capacity = old;
  solver->islands = grown(solver->islands, &capacity, needed, sizeof(int32_t));
  solver->rows = resized(solver->rows, capacity, sizeof(struct row));
  solver->row_capacity = capacity;
}

/// A body's row. While rows are handed out it is kept where the engine keeps the next body of a sleeping
/// group, which a body that is awake has not.
static inline int32_t row_of(ctumble_solver *solver, cpBody *body) {
  int32_t row = (int32_t)(intptr_t)body->sleeping.next;
  if (row) return row;
  make_room_for_row(solver);
  row = solver->row_count;
  bool movable = is_movable(body);
  int copies = movable ? 1 : solver->part_count;
  for (int i = 0; i < copies; i++) {
    solver->owners[row + i] = body;
    solver->row_levels[row + i] = 0;
    solver->movable[row + i] = movable;
    solver->islands[row + i] = row + i;
  }
  solver->row_count += copies;
  body->sleeping.next = (cpBody *)(intptr_t)row;
  return row;
}

// MARK: - Levels

static void add_level(struct part *part) {
  part->levels = grown(part->levels, &part->level_capacity, part->level_count + 1, sizeof(struct level));
  struct level *level = &part->levels[part->level_count++];
  *level = (struct level){0};
  for (int i = 0; i < 2; i++) level->groups[i].later = part->level_count;
}

/// Finds an arbiter's place: the first level after both bodies' latest whose group has a lane left. What is
/// left over of a wider level would take the loop a turn of its own.
static inline void place_contact(
    ctumble_solver *solver, struct part *part, struct place *place, int contacts) {
  int32_t *latest = solver->row_levels, most = solver->most_lanes;
  int32_t level = latest[place->a] > latest[place->b] ? latest[place->a] : latest[place->b];
#define GROUP(level) part->levels[level].groups[contacts - 1]
#define IS_FULL(level) (level < part->level_count && GROUP(level).count == most)
  while (IS_FULL(level)) {
    int32_t later = GROUP(level).later;
    if (IS_FULL(later)) later = GROUP(level).later = GROUP(later).later;
    level = later;
  }
  if (level == part->level_count) add_level(part);
  place->level = level;
  place->lane = GROUP(level).count++;
#undef IS_FULL
#undef GROUP
  if (solver->movable[place->a]) latest[place->a] = level + 1;
  if (solver->movable[place->b]) latest[place->b] = level + 1;
}

/// Finds a constraint's level, the first one after both bodies' latest, and its place there among its like.
static inline void place_joint(
    ctumble_solver *solver, struct part *part, struct place *place, const cpConstraint *joint) {
  int32_t *latest = solver->row_levels;
  int32_t level = latest[place->a] > latest[place->b] ? latest[place->a] : latest[place->b];
  if (level == part->joint_level_count) {
    part->joint_levels =
        grown(part->joint_levels, &part->joint_level_capacity, level + 1, sizeof(struct joint_level));
    part->joint_levels[part->joint_level_count++] = (struct joint_level){0};
  }
  struct joint_level *at = &part->joint_levels[level];
  place->level = level;
  place->lane = is_pivot(joint) ? at->pivots++ : at->count++;
  if (solver->movable[place->a]) latest[place->a] = level + 1;
  if (solver->movable[place->b]) latest[place->b] = level + 1;
}

// MARK: - Islands

static int32_t island_of(int32_t *islands, int32_t row) {
  while (islands[row] != row) row = islands[row] = islands[islands[row]];
  return row;
}

static void join(ctumble_solver *solver, const struct place *place) {
  if (!solver->movable[place->a] || !solver->movable[place->b]) return;
  int32_t a = island_of(solver->islands, place->a), b = island_of(solver->islands, place->b);
  // The lower row stands for both: those of a part are found by going up.
  if (a < b) solver->islands[b] = a; else solver->islands[a] = b;
}

/// The row of one of the two that is of one island only. Row 0 is where neither is: nothing comes of it.
static inline int32_t moving_row(const ctumble_solver *solver, const struct place *place) {
  return solver->movable[place->a] ? place->a : solver->movable[place->b] ? place->b : 0;
}

/// Gives every island to a part: the next one to that which has the least to do.
static void share_out(ctumble_solver *solver, int32_t contacts, int32_t joints) {
  for (int32_t i = 0; i < contacts; i++) join(solver, &solver->contact_places[i]);
  for (int32_t i = 0; i < joints; i++) join(solver, &solver->joint_places[i]);
  // Levels are not given yet: until then what an island weighs is counted in their place.
  int32_t *weights = solver->row_levels;
  for (int pass = 0; pass < 2; pass++) {
    const struct place *places = pass == 0 ? solver->contact_places : solver->joint_places;
    int32_t count = pass == 0 ? contacts : joints;
    for (int32_t i = 0; i < count; i++) {
      weights[island_of(solver->islands, moving_row(solver, &places[i]))]++;
    }
  }
  for (int32_t row = solver->part_count; row < solver->row_count; row++) {
    if (!solver->movable[row] || solver->islands[row] != row) continue;
    int lightest = 0;
    for (int i = 1; i < solver->part_count; i++)
      if (solver->parts[i].weight < solver->parts[lightest].weight) lightest = i;
    solver->parts[lightest].weight += weights[row];
    weights[row] = lightest;
  }
  weights[0] = 0;
  for (int pass = 0; pass < 2; pass++) {
    struct place *places = pass == 0 ? solver->contact_places : solver->joint_places;
    int32_t count = pass == 0 ? contacts : joints;
    for (int32_t i = 0; i < count; i++) {
      struct place *place = &places[i];
      place->part = weights[island_of(solver->islands, moving_row(solver, place))];
      if (!solver->movable[place->a]) place->a += place->part;
      if (!solver->movable[place->b]) place->b += place->part;
    }
  }
  for (int32_t row = 0; row < solver->row_count; row++) weights[row] = 0;
}

// MARK: - The whole order

static void forget_rows(ctumble_solver *solver) {
  for (int32_t row = solver->part_count; row < solver->row_count; row++)
    solver->owners[row]->sleeping.next = NULL;
}

bool order(ctumble_solver *solver, cpSpace *space) {
  int32_t contacts = space->arbiters->num, joints = space->constraints->num;
  cpArbiter **arbiters = (cpArbiter **)space->arbiters->arr;
  cpConstraint **constraints = (cpConstraint **)space->constraints->arr;

  int64_t work = ((int64_t)contacts + joints) * (space->iterations + 2);
  solver->part_count = 1;
  while (solver->part_count < solver->threads && (solver->part_count + 1) * solver->least_work <= work)
    solver->part_count++;
  for (int i = 0; i < solver->part_count; i++) {
    struct part *part = &solver->parts[i];
    part->level_count = part->joint_level_count = 0;
    part->weight = 0;
  }
  solver->contact_places =
      grown(solver->contact_places, &solver->contact_place_capacity, contacts, sizeof(struct place));
  solver->joint_places =
      grown(solver->joint_places, &solver->joint_place_capacity, joints, sizeof(struct place));
  solver->row_count = 0;
  make_room_for_row(solver);
  for (int i = 0; i < solver->part_count; i++) {
    solver->movable[i] = 1;
    solver->owners[i] = NULL;
    solver->islands[i] = i;
  }
  solver->row_count = solver->part_count;

  if (solver->part_count == 1) {
    struct part *part = &solver->parts[0];
    for (int32_t i = 0; i < contacts; i++) {
      cpArbiter *arbiter = arbiters[i];
      struct place *place = &solver->contact_places[i];
      *place = (struct place){row_of(solver, arbiter->body_a), row_of(solver, arbiter->body_b), 0, 0, 0};
      place_contact(solver, part, place, arbiter->count);
    }
    // The constraints' levels begin again.
    if (joints) {
      for (int32_t row = 0; row < solver->row_count; row++) solver->row_levels[row] = 0;
      for (int32_t i = 0; i < joints; i++) {
        struct place *place = &solver->joint_places[i];
        cpConstraint *joint = constraints[i];
        *place = (struct place){row_of(solver, joint->a), row_of(solver, joint->b), 0, 0, 0};
        place_joint(solver, part, place, joint);
      }
    }
  } else {
    for (int32_t i = 0; i < contacts; i++)
      solver->contact_places[i] =
          (struct place){row_of(solver, arbiters[i]->body_a), row_of(solver, arbiters[i]->body_b), 0, 0, 0};
    for (int32_t i = 0; i < joints; i++)
      solver->joint_places[i] =
          (struct place){row_of(solver, constraints[i]->a), row_of(solver, constraints[i]->b), 0, 0, 0};
    share_out(solver, contacts, joints);
    for (int32_t i = 0; i < contacts; i++) {
      struct place *place = &solver->contact_places[i];
      place_contact(solver, &solver->parts[place->part], place, arbiters[i]->count);
    }
    for (int32_t row = 0; row < solver->row_count; row++) solver->row_levels[row] = 0;
    for (int32_t i = 0; i < joints; i++) {
      struct place *place = &solver->joint_places[i];
      place_joint(solver, &solver->parts[place->part], place, constraints[i]);
    }
  }
  forget_rows(solver);
  return true;
}

// MARK: - Velocities

bool fill_rows(ctumble_solver *solver) {
  double disorder = 0;
  for (int32_t i = 0; i < solver->part_count; i++) solver->rows[i] = (struct row){0};
  for (int32_t i = solver->part_count; i < solver->row_count; i++) {
    const cpBody *body = solver->owners[i];
    // What moves such bodies between steps may have left a -0 that was not there as the order was made.
    if (!solver->movable[i] && is_movable(body)) return false;
    solver->rows[i] = (struct row){
        body->v.x, body->v.y, body->w, body->m_inv,
        body->v_bias.x, body->v_bias.y, body->w_bias, body->i_inv};
    disorder += body->v.x * 0 + body->v.y * 0 + body->w * 0;
  }
  return disorder == 0;
}

bool write_rows(ctumble_solver *solver) {
  double disorder = 0;
  for (int32_t i = solver->part_count; i < solver->row_count; i++) {
    const struct row *row = &solver->rows[i];
    disorder += row->x * 0 + row->y * 0 + row->turn * 0;
    disorder += row->bias_x * 0 + row->bias_y * 0 + row->bias_turn * 0;
  }
  if (disorder != 0) return false;
  for (int32_t i = solver->part_count; i < solver->row_count; i++) {
    if (!solver->movable[i]) continue;
    const struct row *row = &solver->rows[i];
    cpBody *body = solver->owners[i];
    body->v_bias = cpv(row->bias_x, row->bias_y);
    body->v = cpv(row->x, row->y);
    body->w_bias = row->bias_turn;
    body->w = row->turn;
  }
  return true;
}
