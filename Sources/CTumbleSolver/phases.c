#include "cells.h"
#include "pairs.h"
#include "tree.h"

#include "include/CTumbleSolver.h"

// What a step does besides solving: the engine's own functions, but for what is asked of every shape, contact and pair.
// These are done here, without the calls from one library to the other that they are made of there, and without asking
// what a space without sleepers and handlers of its own need not be asked.

static bool has_sleepers(const cpSpace *space) { return space->sleepingComponents->num > 0; }

// MARK: - The contact graph

void ctumble_forget_contacts(void *space_) {
  cpSpace *space = space_;
  cpArbiter **arbiters = (cpArbiter **)space->arbiters->arr;
  int count = space->arbiters->num;
  space->arbiters->num = 0;
  if (has_sleepers(space)) {
    for (int i = 0; i < count; i++) {
      cpArbiter *arbiter = arbiters[i];
      arbiter->state = CP_ARBITER_STATE_NORMAL;
      if (!cpBodyIsSleeping(arbiter->body_a) && !cpBodyIsSleeping(arbiter->body_b)) cpArbiterUnthread(arbiter);
    }
    return;
  }
  // While nothing sleeps, these are all contacts of the graph: every list is empty afterwards.
  for (int i = 0; i < count; i++) {
    cpArbiter *arbiter = arbiters[i];
    arbiter->state = CP_ARBITER_STATE_NORMAL;
    arbiter->thread_a = arbiter->thread_b = (struct cpArbiterThread){NULL, NULL};
    arbiter->body_a->arbiterList = arbiter->body_b->arbiterList = NULL;
  }
}

static inline void connect(cpBody *body, cpArbiter *arbiter, struct cpArbiterThread *thread) {
  cpArbiter *next = body->arbiterList;
  thread->next = next;
  if (next) cpArbiterThreadForBody(next, body)->prev = arbiter;
  body->arbiterList = arbiter;
}

void ctumble_connect_contacts(void *space_, double dt) {
  cpSpace *space = space_;
  if (space->sleepTimeThreshold != INFINITY || has_sleepers(space)) {
    cpSpaceProcessComponents(space, dt);
    return;
  }
  cpArbiter **arbiters = (cpArbiter **)space->arbiters->arr;
  int count = space->arbiters->num;
  for (int i = 0; i < count; i++) {
    cpArbiter *arbiter = arbiters[i];
    connect(arbiter->body_a, arbiter, &arbiter->thread_a);
    connect(arbiter->body_b, arbiter, &arbiter->thread_b);
  }
}

static cpBool keeps_arbiter(cpArbiter *arbiter, cpSpace *space) {
  // One that was found in this step stays, whatever it is.
  return arbiter->stamp == space->stamp || cpSpaceArbiterSetFilter(arbiter, space);
}

void ctumble_drop_old_contacts(void *space_) {
  cpSpace *space = space_;
  cpHashSetFilter(space->cachedArbiters, (cpHashSetFilterFunc)keeps_arbiter, space);
}

// MARK: - Shapes where their bodies are

void place_shape(cpShape *shape) {
  const cpTransform *transform = &shape->body->transform;
  switch (shape->klass->type) {
    case CP_CIRCLE_SHAPE: {
      struct cpCircleShape *circle = (struct cpCircleShape *)shape;
      circle->tc = cpTransformPoint(*transform, circle->c);
      shape->bb = cpBBNewForCircle(circle->tc, circle->r);
      break;
    }
    case CP_POLY_SHAPE: {
      struct cpPolyShape *poly = (struct cpPolyShape *)shape;
      struct cpSplittingPlane *to = poly->planes;
      const struct cpSplittingPlane *from = to + poly->count;
      cpFloat left = INFINITY, right = -INFINITY, bottom = INFINITY, top = -INFINITY;
      for (int i = 0; i < poly->count; i++) {
        cpVect corner = cpTransformPoint(*transform, from[i].v0);
        to[i].v0 = corner;
        to[i].n = cpTransformVect(*transform, from[i].n);
        left = cpfmin(left, corner.x);
        right = cpfmax(right, corner.x);
        bottom = cpfmin(bottom, corner.y);
        top = cpfmax(top, corner.y);
      }
      shape->bb = cpBBNew(left - poly->r, bottom - poly->r, right + poly->r, top + poly->r);
      break;
    }
    default: cpShapeUpdateFunc(shape, NULL);
  }
}

static void place_any(void *shape, void *unused) {
  (void)unused;
  place_shape(shape);
}

// MARK: - Pairs of shapes

static inline bool are_joined_apart(const cpBody *a, const cpBody *b) {
  for (const cpConstraint *joint = a->constraintList; joint; joint = joint->a == a ? joint->next_a : joint->next_b)
    if (!joint->collideBodies && ((joint->a == a && joint->b == b) || (joint->a == b && joint->b == a))) return true;
  return false;
}

/// Two circles. These and two polygons are done here, as piles are made of them; all other pairs are the engine's.
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

static inline void update_arbiter(cpArbiter *arbiter, struct cpCollisionInfo *info, cpSpace *space) {
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

/// As `cpSpaceCollideShapes`, in a space that has the default handler alone.
static cpCollisionID collide_shapes(cpShape *a, cpShape *b, cpCollisionID id, cpSpace *space) {
  if (!cpBBIntersects(a->bb, b->bb) || a->body == b->body || cpShapeFilterReject(a->filter, b->filter)
      || are_joined_apart(a->body, b->body))
    return id;

  struct cpContact *contacts = cpContactBufferGetArray(space);
  cpShapeType type = a->klass->type;
  struct cpCollisionInfo info =
      type != b->klass->type || type == CP_SEGMENT_SHAPE ? cpCollide(a, b, id, contacts)
      : type == CP_CIRCLE_SHAPE ? collide_circles(a, b, id, contacts)
                                : collide_polygons(a, b, id, contacts);
  if (info.count == 0) return info.id;
  cpSpacePushContacts(space, info.count);

  const cpShape *pair[] = {info.a, info.b};
  cpHashValue hash = CP_HASH_PAIR((cpHashValue)info.a, (cpHashValue)info.b);
  cpArbiter *arbiter =
      (cpArbiter *)cpHashSetInsert(space->cachedArbiters, hash, pair, (cpHashSetTransFunc)take_arbiter, space);
  update_arbiter(arbiter, &info, space);

  const cpCollisionHandler *handler = &space->defaultHandler;
  if (arbiter->state == CP_ARBITER_STATE_FIRST_COLLISION && !handler->beginFunc(arbiter, space, handler->userData))
    arbiter->state = CP_ARBITER_STATE_IGNORE;
  bool is_solved = arbiter->state != CP_ARBITER_STATE_IGNORE && handler->preSolveFunc(arbiter, space, handler->userData)
      && arbiter->state != CP_ARBITER_STATE_IGNORE && !a->sensor && !b->sensor
      && !(a->body->m == INFINITY && b->body->m == INFINITY);
  if (is_solved) {
    cpArrayPush(space->arbiters, arbiter);
  } else {
    cpSpacePushContacts(space, -info.count);
    arbiter->contacts = NULL;
    arbiter->count = 0;
    if (arbiter->state != CP_ARBITER_STATE_IGNORE) arbiter->state = CP_ARBITER_STATE_NORMAL;
  }
  arbiter->stamp = space->stamp;
  return info.id;
}

void ctumble_find_contacts(void *space_) {
  cpSpace *space = space_;
  cpSpacePushFreshContactBuffer(space);
  bool has_handlers = space->usesWildcards || cpHashSetCount(space->collisionHandlers) > 0;
  cpSpatialIndexQueryFunc meet = (cpSpatialIndexQueryFunc)(has_handlers ? cpSpaceCollideShapes : collide_shapes);
  struct tree *tree = tree_of(space->dynamicShapes);
  struct cells *cells = cells_of(space->dynamicShapes);
  if (tree) {
    place_shapes(tree);
    find_pairs(tree, meet, space);
    if (tree->root) tree->stamp++;
  } else if (cells) {
    find_pairs_in_cells(cells, meet, space);
  } else {
    cpSpatialIndexEach(space->dynamicShapes, place_any, NULL);
    cpSpatialIndexReindexQuery(space->dynamicShapes, meet, space);
  }
}
