#include "demo.h"

// Chains that break: after the library's demo Chains.

enum { chains = 8, links = 10 };

static const double strength = 50000;

/// They are let go in the order in which they were made: the order of those that are left follows from it.
static void note_if_torn(cpConstraint *joint, cpSpace *space) {
  ctumble_demo *demo = cpSpaceGetUserData(space);
  if (cpConstraintGetImpulse(joint) / cpSpaceGetCurrentTimeStep(space) <= 0.9 * strength) return;
  for (int i = 0; i < demo->joints; i++)
    if (demo->joint[i] == joint) demo->was[i] = 1;
}

static void hold(ctumble_demo *demo, cpBody *upper, cpVect place, cpBody *lower) {
  cpConstraint *joint = demo_joint(demo, cpSlideJointNew(upper, lower, place, cpv(0, 15), 0, 6));
  cpConstraintSetMaxForce(joint, strength);
  cpConstraintSetCollideBodies(joint, cpFalse);
  cpConstraintSetPostSolveFunc(joint, note_if_torn);
}

static void break_and_throw(ctumble_demo *demo) {
  for (int i = 0; i < demo->joints; i++) {
    if (demo->was[i]) demo_let_go(demo, demo->joint[i]);
    demo->was[i] = 0;
  }
  if (demo_time(demo, 2, 6)) demo_hit(demo->part[0], 6000, 5000);
  if (demo_time(demo, 5, 6)) demo_hit(demo->part[0], -6000, 5000);
  if (demo_pressed(demo, 0)) demo_hit(demo->part[0], 0, 5000);
}

ctumble_demo *demo_chains(void) {
  ctumble_demo *demo = demo_new(-100, 180, 30);
  cpSpaceSetSleepTimeThreshold(demo->space, 0.5);
  cpBody *walls = demo_fixed(demo, 0, 0);
  const cpVect corners[5] = {cpv(-320, -240), cpv(320, -240), cpv(320, 240), cpv(-320, 240), cpv(-320, -240)};
  for (int i = 0; i < 4; i++) demo_shape(demo, cpSegmentShapeNew(walls, corners[i], corners[i + 1], 0), 1, 1);
  for (int i = 0; i < chains; i++) {
    const double x = 40 * (i - (chains - 1) / 2.0);
    for (int j = 0; j < links; j++) {
      cpBody *link = demo_body(demo, x, 219 - 36 * j, 1, cpMomentForBox(1, 20, 30));
      demo_shape(demo, cpSegmentShapeNew(link, cpv(0, 5), cpv(0, -5), 10), 0.8, 0);
    }
  }
  for (int i = 0; i < chains; i++)
    for (int j = 0; j < links; j++) {
      cpBody *link = demo->body[1 + i * links + j];
      if (j == 0) hold(demo, walls, cpv(cpBodyGetPosition(link).x, 240), link);
      else hold(demo, demo->body[i * links + j], cpv(0, -15), link);
    }
  demo->part[0] = demo_body(demo, 0, -220, 10, cpMomentForCircle(10, 0, 15, cpvzero));
  cpBodySetVelocity(demo->part[0], cpv(0, 300));
  demo_circle(demo, demo->part[0], 15, 0.9, 0);
  demo->after = break_and_throw;
  return demo;
}
