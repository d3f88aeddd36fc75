#include "demo.h"

// A tank seen from above, among crates: after the library's demo Tank, with keys in place of the mouse.
// Joints that are not corrected, and that give way at a force, are the friction of the floor.

static double tank_keeps = 0.3;

static void drive(ctumble_demo *demo) {
  cpBody *tank = demo->part[0];
  if (demo->axis[0] != 0) cpBodyApplyForceAtLocalPoint(tank, cpv(16000 * demo->axis[0], 0), cpvzero);
  const double rate = -1.5 * demo->axis[1];
  if (cpSimpleMotorGetRate(demo->link[0]) != rate) cpSimpleMotorSetRate(demo->link[0], rate);
}

static cpConstraint *rub(ctumble_demo *demo, cpConstraint *joint, double force) {
  cpConstraintSetMaxBias(joint, 0);
  cpConstraintSetMaxForce(joint, force);
  return demo_joint(demo, joint);
}

static cpBody *add_crate(ctumble_demo *demo, double x, double y, double size, double mass) {
  cpBody *body = demo_body(demo, x, y, mass, cpMomentForBox(mass, size, size));
  demo_box(demo, body, size, size, 0.7, 0);
  return body;
}

ctumble_demo *demo_tank(void) {
  ctumble_demo *demo = demo_new(0, 60, 10);
  cpSpaceSetSleepTimeThreshold(demo->space, 0.5);
  cpBody *floor = demo_fixed(demo, 0, 0);
  const cpVect corners[5] = {cpv(-320, -240), cpv(320, -240), cpv(320, 240), cpv(-320, 240), cpv(-320, -240)};
  for (int i = 0; i < 4; i++) demo_shape(demo, cpSegmentShapeNew(floor, corners[i], corners[i + 1], 4), 1, 1);
  for (int row = 0; row < 4; row++)
    for (int column = 0; column < 4; column++) add_crate(demo, 20 + 70 * column, -150 + 90 * row, 26, 1);
  cpBody *sweeper = demo_body(demo, 125, -15, 8, cpMomentForBox(8, 290, 10));
  demo_box(demo, sweeper, 290, 10, 0.7, 0);
  cpBody *tank = demo->part[0] = add_crate(demo, -220, 0, 36, 10);
  demo_damp(tank, &tank_keeps);
  for (int i = 0; i < 16; i++) {
    rub(demo, cpPivotJointNew2(floor, demo->body[1 + i], cpvzero, cpvzero), 1000);
    rub(demo, cpGearJointNew(floor, demo->body[1 + i], 0, 1), 5000);
  }
  demo_joint(demo, cpPivotJointNew2(floor, sweeper, cpv(125, -15), cpvzero));
  cpConstraintSetMaxForce(demo_joint(demo, cpSimpleMotorNew(floor, sweeper, -0.5)), 2000000);
  rub(demo, cpPivotJointNew2(floor, tank, cpvzero, cpvzero), 10000);
  demo->link[0] = demo_joint(demo, cpSimpleMotorNew(floor, tank, 0));
  cpConstraintSetMaxForce(demo->link[0], 300000);
  demo->before = drive;
  return demo;
}
