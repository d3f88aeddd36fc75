#include "pairs.h"
#include "solver.h"

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
static inline struct cpCollisionInfo collide_circles(
    const cpShape *a, const cpShape *b, cpCollisionID id, struct cpContact *contacts) {
  const struct cpCircleShape *one = (const struct cpCircleShape *)a, *two = (const struct cpCircleShape *)b;
  struct cpCollisionInfo info = {a, b, id, cpvzero, 0, contacts};
  cpFloat reach = one->r + two->r;
  cpVect delta = cpvsub(two->tc, one->tc);
  cpFloat square = cpvlengthsq(delta);
  if (square < reach * reach) {
    cpFloat distance = cpfsqrt(square);
    info.n = distance ? cpvmult(delta, 1.0f / distance) : cpv(1.0f, 0.0f);
    contacts->r1 = cpvadd(one->tc, cpvmult(info.n, one->r));
    contacts->r2 = cpvadd(two->tc, cpvmult(info.n, -two->r));
    contacts->hash = 0;
    info.count = 1;
  }
  return info;
}

static inline bool may_touch(const cpShape *a, const cpShape *b) {
  return cpBBIntersects(a->bb, b->bb) && a->body != b->body && !cpShapeFilterReject(a->filter, b->filter)
      && !are_joined_apart(a->body, b->body);
}

/// Where two shapes touch that may; the contacts go where the caller says.
static inline struct cpCollisionInfo collide(const struct meeting *meeting, struct cpContact *contacts) {
  const cpShape *a = meeting->a, *b = meeting->b;
  cpCollisionID id = meeting->id;
  cpShapeType type = a->klass->type;
  return type != b->klass->type || type == CP_SEGMENT_SHAPE ? cpCollide(a, b, id, contacts)
      : type == CP_CIRCLE_SHAPE                              ? collide_circles(a, b, id, contacts)
                                                             : collide_polygons(a, b, id, contacts);
}

// MARK: - Arbiters

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

static inline void update_arbiter(cpArbiter *arbiter, const struct cpCollisionInfo *info, cpSpace *space) {
  const cpShape *a = info->a, *b = info->b;
  arbiter->a = a;
  arbiter->b = b;
  arbiter->body_a = a->body;
  arbiter->body_b = b->body;
  for (int i = 0; i < info->count; i++) {
    struct cpContact *contact = &info->arr[i];
    contact->r1 = cpvsub(contact->r1, a->body->p);
    contact->r2 = cpvsub(contact->r2, b->body->p);
    contact->jnAcc = contact->jtAcc = 0.0f;
    for (int k = 0; k < arbiter->count; k++) {
      const struct cpContact *old = &arbiter->contacts[k];
      if (contact->hash == old->hash) {
        contact->jnAcc = old->jnAcc;
        contact->jtAcc = old->jtAcc;
      }
    }
  }
  arbiter->contacts = info->arr;
  arbiter->count = info->count;
  arbiter->n = info->n;
  arbiter->e = a->e * b->e;
  arbiter->u = a->u * b->u;
  cpVect surface = cpvsub(b->surfaceV, a->surfaceV);
  arbiter->surface_vr = cpvsub(surface, cpvmult(info->n, cpvdot(surface, info->n)));
  arbiter->handler = &space->defaultHandler;
  arbiter->swapped =
      a->type != space->defaultHandler.typeA && space->defaultHandler.typeA != CP_WILDCARD_COLLISION_TYPE;
  if (arbiter->state == CP_ARBITER_STATE_CACHED) arbiter->state = CP_ARBITER_STATE_FIRST_COLLISION;
}

/// Keeps contacts that lie in the space's buffer.
static void keep(cpSpace *space, const struct cpCollisionInfo *info) {
  cpSpacePushContacts(space, info->count);
  const cpShape *a = info->a, *b = info->b, *pair[] = {a, b};
  cpHashValue hash = CP_HASH_PAIR((cpHashValue)a, (cpHashValue)b);
  cpArbiter *arbiter = (cpArbiter *)cpHashSetInsert(
      space->cachedArbiters, hash, pair, (cpHashSetTransFunc)take_arbiter, space);
  update_arbiter(arbiter, info, space);

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
    cpSpacePushContacts(space, -info->count);
    arbiter->contacts = NULL;
    arbiter->count = 0;
    if (arbiter->state != CP_ARBITER_STATE_IGNORE) arbiter->state = CP_ARBITER_STATE_NORMAL;
  }
  arbiter->stamp = space->stamp;
}

// MARK: - All of a step
//
// The engine's buffer of contacts is asked for room by every pair that may touch, as there: a full one is
// followed by another then, and so contacts come to lie where the engine would have them.

/// One after the other, with the results of `cpSpaceCollideShapes` in a space that has the default handler
/// alone.
static void collide_in_turn(cpSpace *space, struct meetings *meetings) {
  for (int32_t i = 0; i < meetings->count; i++) {
    struct meeting *meeting = &meetings->list[i];
    if (!may_touch(meeting->a, meeting->b)) continue;
    struct cpCollisionInfo info = collide(meeting, cpContactBufferGetArray(space));
    meeting->id = info.id;
    if (info.count > 0) keep(space, &info);
  }
}

/// What a thread takes at a time, and how much work a meeting is, by the measure of
/// `ctumble_solver_set_threads`.
enum { MEETINGS_IN_PIECE = 64, MEETING_WORK = 10 };

struct collision {
  bool may_touch;
  struct cpCollisionInfo info;
  struct cpContact contacts[CP_MAX_CONTACTS_PER_ARBITER];
};

static void collide_piece(void *solver_, int piece) {
  ctumble_solver *solver = solver_;
  int32_t first = piece * MEETINGS_IN_PIECE, end = first + MEETINGS_IN_PIECE;
  if (end > solver->meetings.count) end = solver->meetings.count;
  for (int32_t i = first; i < end; i++) {
    struct collision *collision = &solver->collisions[i];
    const struct meeting *meeting = &solver->meetings.list[i];
    collision->may_touch = may_touch(meeting->a, meeting->b);
    if (collision->may_touch) collision->info = collide(meeting, collision->contacts);
  }
}

/// Where shapes touch depends on nothing that a contact changes: threads find it out, and then it is kept in
/// order.
static void collide_on_threads(ctumble_solver *solver, cpSpace *space) {
  struct meetings *meetings = &solver->meetings;
  solver->collisions =
      grown(solver->collisions, &solver->collision_capacity, meetings->count, sizeof(struct collision));
  int pieces = (meetings->count + MEETINGS_IN_PIECE - 1) / MEETINGS_IN_PIECE;
  for_each_piece(solver, pieces, collide_piece, solver);
  for (int32_t i = 0; i < meetings->count; i++) {
    struct collision *collision = &solver->collisions[i];
    if (!collision->may_touch) continue;
    meetings->list[i].id = collision->info.id;
    struct cpContact *contacts = cpContactBufferGetArray(space);
    if (collision->info.count == 0) continue;
    // The other fields keep what the buffer has from earlier steps, as where the engine writes into it: one
    // may be read before it is set.
    for (int k = 0; k < collision->info.count; k++) {
      contacts[k].r1 = collision->contacts[k].r1;
      contacts[k].r2 = collision->contacts[k].r2;
      contacts[k].hash = collision->contacts[k].hash;
    }
    collision->info.arr = contacts;
    keep(space, &collision->info);
  }
}

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
    collide_in_turn(space, meetings);
  }
}
