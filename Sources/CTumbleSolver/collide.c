#include "pairs.h"
#include "solver.h"

#include <stdlib.h>
#include <string.h>

// Where the shapes touch whose boxes meet, and the arbiters that keep it from step to step.

static inline bool are_joined_apart(const cpBody *a, const cpBody *b) {
  for (const cpConstraint *joint = a->constraintList; joint;
       joint = joint->a == a ? joint->next_a : joint->next_b)
    if (!joint->collideBodies && ((joint->a == a && joint->b == b) || (joint->a == b && joint->b == a)))
      return true;
  return false;
}

/// Two circles. These and two polygons are done here, as piles are made of them; all other pairs are the
/// engine's.
static inline void collide_circles(const struct meeting *meeting, struct touch *touch) {
  const struct cpCircleShape *one = (const struct cpCircleShape *)meeting->a;
  const struct cpCircleShape *two = (const struct cpCircleShape *)meeting->b;
  touch->id = meeting->id;
  touch->count = 0;
  cpFloat reach = one->r + two->r;
  cpVect delta = cpvsub(two->tc, one->tc);
  cpFloat square = cpvlengthsq(delta);
  if (square < reach * reach) {
    cpFloat distance = cpfsqrt(square);
    touch->n = distance ? cpvmult(delta, 1.0f / distance) : cpv(1.0f, 0.0f);
    touch->contacts[0].r1 = cpvadd(one->tc, cpvmult(touch->n, one->r));
    touch->contacts[0].r2 = cpvadd(two->tc, cpvmult(touch->n, -two->r));
    touch->contacts[0].hash = 0;
    touch->count = 1;
  }
}

/// Any two, which the engine puts in the order of their types.
static void collide_by_engine(struct meeting *meeting, struct touch *touch) {
  struct cpContact contacts[CP_MAX_CONTACTS_PER_ARBITER];
  struct cpCollisionInfo info = cpCollide(meeting->a, meeting->b, meeting->id, contacts);
  meeting->a = (cpShape *)info.a;
  meeting->b = (cpShape *)info.b;
  touch->n = info.n;
  touch->id = info.id;
  touch->count = info.count;
  for (int k = 0; k < info.count; k++) {
    touch->contacts[k].r1 = contacts[k].r1;
    touch->contacts[k].r2 = contacts[k].r2;
    touch->contacts[k].hash = contacts[k].hash;
  }
}

static inline bool may_touch(const cpShape *a, const cpShape *b) {
  return cpBBIntersects(a->bb, b->bb) && a->body != b->body && !cpShapeFilterReject(a->filter, b->filter)
      && !are_joined_apart(a->body, b->body);
}

// MARK: - Some meetings

/// How many are looked at together; of those on threads, what one takes at a time.
enum { MEETINGS_IN_PIECE = 64 };
/// The count of a touch of two that may not touch.
enum { APART = -1 };

static inline bool is_quad(const cpShape *shape) { return ((const struct cpPolyShape *)shape)->count == 4; }

#ifdef DEBUG
/// Ends the program if a lane has other bits than `collide_polygons`.
static void check(const struct meeting *meeting, const struct touch *touch) {
  struct touch other = *touch;
  collide_polygons(meeting, &other);
  if (memcmp(touch, &other, offsetof(struct touch, contacts)) != 0
      || memcmp(touch->contacts, other.contacts, (size_t)touch->count * sizeof *touch->contacts) != 0)
    abort();
}
#endif

/// Pairs of quads in a piece, by their indices.
struct waiting {
  uint8_t indices[MEETINGS_IN_PIECE];
  int count;
};

/// Does those that wait, four at a time. Those that nothing is known of afterwards wait elsewhere.
static void collide_waiting(
    const struct meeting *meetings, struct touch *touches, const struct waiting *waiting,
    unsigned (*collide)(const struct meeting *const meetings[4], struct touch *const touches[4]),
    struct waiting *unknown) {
  for (int first = 0; first < waiting->count; first += 4) {
    int count = waiting->count - first < 4 ? waiting->count - first : 4;
    const struct meeting *four[4];
    struct touch *results[4];
    for (int k = 0; k < 4; k++) {
      int i = waiting->indices[k < count ? first + k : first];
      four[k] = &meetings[i];
      results[k] = &touches[i];
    }
    unsigned left = collide(four, results);
    for (int k = 0; k < count; k++) {
      if (left >> k & 1) unknown->indices[unknown->count++] = waiting->indices[first + k];
#ifdef DEBUG
      else check(four[k], results[k]);
#endif
    }
  }
}

/// Finds out where shapes touch: of `MEETINGS_IN_PIECE` meetings at most.
static void collide(
    const ctumble_solver *solver, struct meeting *meetings, int count, struct touch *touches) {
  // Pairs of quads are done in lanes, after the others: first those of which something is known.
  struct waiting known, others, left;
  known.count = others.count = left.count = 0;
#ifdef DEBUG
  // What lanes leave as it was is compared too.
  memset(touches, 0, (size_t)count * sizeof *touches);
#endif
  for (int i = 0; i < count; i++) {
    struct meeting *meeting = &meetings[i];
    struct touch *touch = &touches[i];
    if (!may_touch(meeting->a, meeting->b)) {
      touch->count = APART;
      continue;
    }
    cpShapeType type = meeting->a->klass->type;
    if (type != meeting->b->klass->type || type == CP_SEGMENT_SHAPE) collide_by_engine(meeting, touch);
    else if (type == CP_CIRCLE_SHAPE) collide_circles(meeting, touch);
    else if (!solver->has_quad_lanes || !is_quad(meeting->a) || !is_quad(meeting->b))
      collide_polygons(meeting, touch);
    else if (meeting->id) known.indices[known.count++] = (uint8_t)i;
    else others.indices[others.count++] = (uint8_t)i;
  }
  collide_waiting(meetings, touches, &known, collide_quads, &others);
  collide_waiting(meetings, touches, &others, collide_clear_quads, &left);
  for (int k = 0; k < left.count; k++)
    collide_polygons(&meetings[left.indices[k]], &touches[left.indices[k]]);
}

// MARK: - Arbiters

/// The place of an arbiter among those of the step before.
static inline cpArbiter **remembered_at(const ctumble_solver *solver, const cpShape *a, const cpShape *b) {
  uint64_t hash = (uintptr_t)a * 0x9e3779b97f4a7c15 ^ (uintptr_t)b * 0xc2b2ae3d27d4eb4f;
  return &solver->remembered[hash >> 32 & (uint64_t)(solver->place_count - 1)];
}

void remember_arbiters(ctumble_solver *solver, cpArbiter *const *arbiters, int count) {
  if (solver->place_count < 4 * count || !solver->remembered) {
    if (solver->place_count == 0) solver->place_count = 64;
    while (solver->place_count < 4 * count) solver->place_count *= 2;
    solver->remembered = resized(solver->remembered, solver->place_count, sizeof(cpArbiter *));
  }
  memset(solver->remembered, 0, (size_t)solver->place_count * sizeof(cpArbiter *));
  for (int i = 0; i < count; i++) *remembered_at(solver, arbiters[i]->a, arbiters[i]->b) = arbiters[i];
}

/// An arbiter for a pair that touches for the first time.
static void *take_arbiter(const cpShape **pair, cpSpace *space) {
  cpArray *pool = space->pooledArbiters;
  if (pool->num == 0) {
    cpArbiter *buffer = cpcalloc(1, CP_BUFFER_BYTES);
    cpArrayPush(space->allocatedBuffers, buffer);
    for (size_t i = 0; i < CP_BUFFER_BYTES / sizeof(cpArbiter); i++) cpArrayPush(pool, buffer + i);
  }
  return cpArbiterInit(cpArrayPop(pool), (cpShape *)pair[0], (cpShape *)pair[1]);
}

/// The arbiter of two shapes: one of the step before, or else the engine's set is asked, which takes longer.
static inline cpArbiter *arbiter_of(
    const ctumble_solver *solver, cpSpace *space, const cpShape *a, const cpShape *b) {
  cpHashValue hash = CP_HASH_PAIR((cpHashValue)a, (cpHashValue)b);
  const cpShape *pair[] = {a, b};
  cpArbiter *arbiter = *remembered_at(solver, a, b);
  if (!arbiter || arbiter->a != a || arbiter->b != b)
    return (cpArbiter *)cpHashSetInsert(
        space->cachedArbiters, hash, pair, (cpHashSetTransFunc)take_arbiter, space);
#ifdef DEBUG
  if (cpHashSetFind(space->cachedArbiters, hash, pair) != arbiter) abort();
#endif
  return arbiter;
}

static inline void update_arbiter(
    cpArbiter *arbiter, const struct meeting *meeting, const struct touch *touch, struct cpContact *contacts,
    cpSpace *space) {
  const cpShape *a = meeting->a, *b = meeting->b;
  arbiter->a = a;
  arbiter->b = b;
  arbiter->body_a = a->body;
  arbiter->body_b = b->body;
  for (int i = 0; i < touch->count; i++) {
    // The other fields keep what the buffer has from earlier steps, as in the engine: one may be read before
    // it is set.
    struct cpContact *contact = &contacts[i];
    contact->r1 = cpvsub(touch->contacts[i].r1, a->body->p);
    contact->r2 = cpvsub(touch->contacts[i].r2, b->body->p);
    contact->hash = touch->contacts[i].hash;
    contact->jnAcc = contact->jtAcc = 0.0f;
    for (int k = 0; k < arbiter->count; k++) {
      const struct cpContact *old = &arbiter->contacts[k];
      if (contact->hash == old->hash) {
        contact->jnAcc = old->jnAcc;
        contact->jtAcc = old->jtAcc;
      }
    }
  }
  arbiter->contacts = contacts;
  arbiter->count = touch->count;
  arbiter->n = touch->n;
  arbiter->e = a->e * b->e;
  arbiter->u = a->u * b->u;
  cpVect surface = cpvsub(b->surfaceV, a->surfaceV);
  arbiter->surface_vr = cpvsub(surface, cpvmult(touch->n, cpvdot(surface, touch->n)));
  arbiter->handler = &space->defaultHandler;
  arbiter->swapped =
      a->type != space->defaultHandler.typeA && space->defaultHandler.typeA != CP_WILDCARD_COLLISION_TYPE;
  if (arbiter->state == CP_ARBITER_STATE_CACHED) arbiter->state = CP_ARBITER_STATE_FIRST_COLLISION;
}

/// Keeps where two shapes touch, in the engine's buffer of contacts. It is asked for room by every pair that
/// may touch, as there: a full one is followed by another then, and so contacts come to lie where the engine
/// would have them.
static void keep(
    const ctumble_solver *solver, cpSpace *space, struct meeting *meeting, const struct touch *touch) {
  if (touch->count == APART) return;
  meeting->id = touch->id;
  struct cpContact *contacts = cpContactBufferGetArray(space);
  if (touch->count == 0) return;
  cpSpacePushContacts(space, touch->count);
  const cpShape *a = meeting->a, *b = meeting->b;
  cpArbiter *arbiter = arbiter_of(solver, space, a, b);
  update_arbiter(arbiter, meeting, touch, contacts, space);

  const cpCollisionHandler *handler = &space->defaultHandler;
  if (arbiter->state == CP_ARBITER_STATE_FIRST_COLLISION
      && !handler->beginFunc(arbiter, space, handler->userData))
    arbiter->state = CP_ARBITER_STATE_IGNORE;
  bool is_solved = arbiter->state != CP_ARBITER_STATE_IGNORE
      && handler->preSolveFunc(arbiter, space, handler->userData) && arbiter->state != CP_ARBITER_STATE_IGNORE
      && !a->sensor && !b->sensor && !(a->body->m == INFINITY && b->body->m == INFINITY);
  if (is_solved) {
    cpArrayPush(space->arbiters, arbiter);
  } else {
    cpSpacePushContacts(space, -touch->count);
    arbiter->contacts = NULL;
    arbiter->count = 0;
    if (arbiter->state != CP_ARBITER_STATE_IGNORE) arbiter->state = CP_ARBITER_STATE_NORMAL;
  }
  arbiter->stamp = space->stamp;
}

// MARK: - All of a step

/// One piece after the other, with the results of `cpSpaceCollideShapes` in a space that has the default
/// handler alone.
static void collide_in_turn(ctumble_solver *solver, cpSpace *space) {
  struct meetings *meetings = &solver->meetings;
  struct touch touches[MEETINGS_IN_PIECE];
  for (int32_t first = 0; first < meetings->count; first += MEETINGS_IN_PIECE) {
    struct meeting *list = meetings->list + first;
    int count = meetings->count - first < MEETINGS_IN_PIECE ? meetings->count - first : MEETINGS_IN_PIECE;
    // What is kept of them is fetched meanwhile.
    for (int i = 0; i < count; i++) {
      const char *arbiter = (const char *)*remembered_at(solver, list[i].a, list[i].b);
      if (!arbiter) continue;
      for (size_t line = 0; line < sizeof(cpArbiter); line += 64) __builtin_prefetch(arbiter + line);
    }
    collide(solver, list, count, touches);
    for (int i = 0; i < count; i++) keep(solver, space, &list[i], &touches[i]);
  }
}

static void collide_piece(void *solver_, int piece) {
  ctumble_solver *solver = solver_;
  int32_t first = piece * MEETINGS_IN_PIECE, left = solver->meetings.count - first;
  collide(
      solver, solver->meetings.list + first, left < MEETINGS_IN_PIECE ? left : MEETINGS_IN_PIECE,
      solver->touches + first);
}

/// Where shapes touch depends on nothing that a contact changes: threads find it out, and then it is kept in
/// order.
static void collide_on_threads(ctumble_solver *solver, cpSpace *space) {
  struct meetings *meetings = &solver->meetings;
  solver->touches = grown(solver->touches, &solver->touch_capacity, meetings->count, sizeof(struct touch));
  int pieces = (meetings->count + MEETINGS_IN_PIECE - 1) / MEETINGS_IN_PIECE;
  for_each_piece(solver, pieces, collide_piece, solver);
  for (int32_t i = 0; i < meetings->count; i++) keep(solver, space, &meetings->list[i], &solver->touches[i]);
}

/// How much work a meeting is, by the measure of `ctumble_solver_set_threads`.
enum { MEETING_WORK = 10 };

void collide_all(ctumble_solver *solver, cpSpace *space) {
  struct meetings *meetings = &solver->meetings;
  if (space->usesWildcards || cpHashSetCount(space->collisionHandlers) > 0) {
    for (int32_t i = 0; i < meetings->count; i++) {
      struct meeting *meeting = &meetings->list[i];
      meeting->id = cpSpaceCollideShapes(meeting->a, meeting->b, meeting->id, space);
    }
  } else if (solver->threads > 1 && meetings->count * (int64_t)MEETING_WORK >= 2 * solver->least_work) {
    collide_on_threads(solver, space);
  } else {
    collide_in_turn(solver, space);
  }
}
