#include "cells.h"
#include "solver.h"
#include "tree.h"

#include "include/CTumbleSolver.h"

#include <stdlib.h>

// What a step does besides solving: the engine's own functions, but for what is asked of every shape, contact
// and pair. These are done here, without the calls from one library to the other that they are made of there,
// and without asking what a space without sleepers and handlers of its own need not be asked.

static bool has_sleepers(const cpSpace *space) { return space->sleepingComponents->num > 0; }

// MARK: - The contact graph

void ctumble_forget_contacts(ctumble_solver *solver, void *space_) {
  cpSpace *space = space_;
  cpArbiter **arbiters = (cpArbiter **)space->arbiters->arr;
  int count = space->arbiters->num;
  remember_arbiters(solver, arbiters, count);
  space->arbiters->num = 0;
  if (has_sleepers(space)) {
    for (int i = 0; i < count; i++) {
      cpArbiter *arbiter = arbiters[i];
      arbiter->state = CP_ARBITER_STATE_NORMAL;
      if (!cpBodyIsSleeping(arbiter->body_a) && !cpBodyIsSleeping(arbiter->body_b))
        cpArbiterUnthread(arbiter);
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
      point x = {transform->a, transform->b}, y = {transform->c, transform->d};
      point place = {transform->tx, transform->ty};
      struct box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
      for (int i = 0; i < poly->count; i++) {
        point corner = x * from[i].v0.x + y * from[i].v0.y + place;
        point normal = x * from[i].n.x + y * from[i].n.y;
        to[i].v0 = cpv(corner.x, corner.y);
        to[i].n = cpv(normal.x, normal.y);
        box = merged(box, (struct box){corner, corner});
      }
      box.low -= poly->r;
      box.high += poly->r;
      shape->bb = cpBBNew(box.low.x, box.low.y, box.high.x, box.high.y);
      break;
    }
    default: cpShapeUpdateFunc(shape, NULL);
  }
}

// MARK: - Pairs of shapes

void ctumble_find_contacts(ctumble_solver *solver, void *space_) {
  cpSpace *space = space_;
  call_crew(solver);
  struct meetings *meetings = &solver->meetings;
  meetings->count = 0;
  cpSpacePushFreshContactBuffer(space);
  struct tree *tree = tree_of(space->dynamicShapes);
  struct cells *cells = cells_of(space->dynamicShapes);
  // A space that gets its steps from here has indexes from here.
  if (!tree && !cells) abort();
  if (tree) {
    place_shapes(tree);
    find_pairs(tree, meetings);
  } else {
    find_pairs_in_cells(cells, meetings);
  }
  collide_all(solver, space);
  if (tree) keep_ids(tree, meetings);
}
