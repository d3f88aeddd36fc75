#include "engine.h"

#include "include/CTumbleSolver.h"

// What a step does besides solving.

void ctumble_forget_contacts(void *space_) {
  cpSpace *space = space_;
  cpArbiter **arbiters = (cpArbiter **)space->arbiters->arr;
  int count = space->arbiters->num;
  for (int i = 0; i < count; i++) {
    cpArbiter *arbiter = arbiters[i];
    arbiter->state = CP_ARBITER_STATE_NORMAL;
    if (!cpBodyIsSleeping(arbiter->body_a) && !cpBodyIsSleeping(arbiter->body_b)) cpArbiterUnthread(arbiter);
  }
  space->arbiters->num = 0;
}

void ctumble_find_contacts(void *space_) {
  cpSpace *space = space_;
  cpSpacePushFreshContactBuffer(space);
  cpSpatialIndexEach(space->dynamicShapes, (cpSpatialIndexIteratorFunc)cpShapeUpdateFunc, NULL);
  cpSpatialIndexReindexQuery(space->dynamicShapes, (cpSpatialIndexQueryFunc)cpSpaceCollideShapes, space);
}

void ctumble_connect_contacts(void *space, double dt) { cpSpaceProcessComponents(space, dt); }

void ctumble_drop_old_contacts(void *space_) {
  cpSpace *space = space_;
  cpHashSetFilter(space->cachedArbiters, (cpHashSetFilterFunc)cpSpaceArbiterSetFilter, space);
}
