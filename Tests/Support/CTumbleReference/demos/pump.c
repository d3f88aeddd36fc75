#include "demo.h"

// A pump with a valve: after the library's demo Pump.

enum { round_thing = 1, flap = 2 };

static void drive(ctumble_demo *demo) {
  const double rate = 2.4 + 2.4 * demo->axis[0];
  if (cpSimpleMotorGetRate(demo->link[0]) != rate) cpSimpleMotorSetRate(demo->link[0], rate);
}

/// Open upwards: closed to what comes from above.
static cpBool close_valve(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
  (void)space, (void)data;
  return -cpArbiterGetNormal(arbiter).y >= 0.5;
}

static cpShape *without_contacts(cpShape *shape) {
  cpShapeSetFilter(shape, CP_SHAPE_FILTER_NONE);
  return shape;
}

ctumble_demo *demo_pump(void) {
  ctumble_demo *demo = demo_new(-600, 120, 30);
  const cpShapeFilter machine = cpShapeFilterNew(CP_NO_GROUP, 1, CP_ALL_CATEGORIES);
  cpBody *housing = demo_fixed(demo, 0, 0);
  const cpVect walls[7][2] = {
    {cpv(152, 244), cpv(152, 310)}, {cpv(198, 110), cpv(198, 330)}, {cpv(198, 330), cpv(170, 352)},
    {cpv(152, 310), cpv(70, 290)},  {cpv(14, 204), cpv(14, 420)},   {cpv(14, 204), cpv(152, 172)},
    {cpv(152, 110), cpv(152, 172)},
  };
  for (int i = 0; i < 7; i++)
    cpShapeSetFilter(
      demo_shape(demo, cpSegmentShapeNew(housing, walls[i][0], walls[i][1], 4), 0.05, 0.2), machine);
  cpShape *valve =
      demo_shape(demo, cpSegmentShapeNew(demo_fixed(demo, 0, 0), cpv(158, 234), cpv(194, 234), 2), 0.5, 0.2);
  cpShapeSetFilter(valve, machine);
  cpShapeSetCollisionType(valve, flap);

  cpBody *post = demo_fixed(demo, 175, 60);
  without_contacts(demo_circle(demo, post, 8, 0.5, 0.2));
  cpBody *wheel = demo_body(demo, 175, 60, 10, cpMomentForCircle(10, 0, 48, cpvzero));
  without_contacts(demo_circle(demo, wheel, 48, 0.5, 0.2));
  cpBody *hub = demo_fixed(demo, 275, 60);
  without_contacts(demo_circle(demo, hub, 6, 0.5, 0.2));
  cpBody *pinion = demo_body(demo, 275, 60, 4, cpMomentForCircle(4, 0, 50, cpvzero));
  without_contacts(demo_circle(demo, pinion, 50, 0.5, 0.2));
  cpBody *rod = demo_body(demo, 175, 70, 1, cpMomentForBox(1, 8, 92));
  without_contacts(demo_box(demo, rod, 8, 92, 0.5, 0.2));
  cpBody *piston = demo_body(demo, 175, 138, 3, INFINITY);
  cpShapeSetFilter(
    demo_box(demo, piston, 36, 56, 0.1, 0.2), cpShapeFilterNew(CP_NO_GROUP, 1, ~1u));
  for (int row = 0; row < 2; row++)
    for (int column = 0; column < 3; column++) {
      cpBody *ball =
          demo_body(demo, 40 + 31 * column, 218 + 31 * row, 0.4, cpMomentForCircle(0.4, 0, 14, cpvzero));
      cpShape *shape = demo_circle(demo, ball, 14, 0.1, 0.2);
      cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, 2, CP_ALL_CATEGORIES));
      cpShapeSetCollisionType(shape, round_thing);
    }

  demo_joint(demo, cpPivotJointNew2(post, wheel, cpvzero, cpvzero));
  demo->link[0] = demo_joint(demo, cpSimpleMotorNew(post, wheel, 2.4));
  cpConstraintSetMaxForce(demo->link[0], 9000000);
  demo_joint(demo, cpPivotJointNew2(hub, pinion, cpvzero, cpvzero));
  demo_joint(demo, cpGearJointNew(wheel, pinion, 0, -1));
  demo_joint(demo, cpPivotJointNew2(wheel, rod, cpv(0, -36), cpv(0, -46)));
  demo_joint(demo, cpGrooveJointNew(housing, piston, cpv(175, 80), cpv(175, 260), cpvzero));
  demo_joint(demo, cpPivotJointNew2(rod, piston, cpv(0, 46), cpv(0, -22)));
  demo_joint(demo, cpRatchetJointNew(post, wheel, 0, -CP_PI / 18));

  cpSpaceAddCollisionHandler(demo->space, round_thing, flap)->beginFunc = close_valve;
  demo->before = drive;
  return demo;
}
