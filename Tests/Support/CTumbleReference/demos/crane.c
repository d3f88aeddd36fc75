#include "demo.h"

// A crane with a magnet: after the library's demo Crane, with keys in place of the mouse.

enum { trolley, magnet, crate };
enum { left, right, hold };
enum { magnetic = 1, heavy = 2 };

static double trolley_keeps = 0.08, magnet_keeps = 0.55;

static void drive(ctumble_demo *demo) {
  if (demo->axis[0] != 0) {
    cpBody *body = demo->part[trolley];
    cpBodyApplyForceAtWorldPoint(body, cpv(6000 * demo->axis[0], 0), cpBodyLocalToWorld(body, cpvzero));
  }
  const double length = cpfmax(110 + 190 * demo->axis[1], 0);
  for (int i = left; i <= right; i++)
    if (cpDampedSpringGetRestLength(demo->link[i]) != length)
      cpDampedSpringSetRestLength(demo->link[i], length);
}

static cpBool touch(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
  ctumble_demo *demo = data;
  CP_ARBITER_GET_BODIES(arbiter, ours, other)
  (void)space, (void)ours;
  if (!demo->found) demo->found = other;
  return cpTrue;
}

static void grip(ctumble_demo *demo) {
  if (demo->found && !demo->link[hold])
    demo->link[hold] =
        demo_joint(demo, cpPivotJointNew2(demo->part[magnet], demo->found, cpv(0, -5), cpv(0, 17)));
  demo->found = NULL;
  if (!demo_pressed(demo, 2)) return;
  demo_let_go(demo, demo->link[hold]);
  demo->link[hold] = NULL;
  demo_hit(demo->part[magnet], 0, 150);
}

ctumble_demo *demo_crane(void) {
  ctumble_demo *demo = demo_new(-600, 120, 30);
  const cpVect floor[4] = {cpv(0, 420), cpv(0, 20), cpv(640, 20), cpv(640, 420)};
  demo_line(demo, demo_fixed(demo, 0, 0), 4, floor, 4, 1, 0.2);
  cpBody *beam = demo_fixed(demo, 320, 372);
  demo_box(demo, beam, 620, 8, 0.5, 0.2);
  cpBody *car = demo->part[trolley] = demo_body(demo, 150, 360, 12, cpMomentForBox(12, 44, 12));
  demo_box(demo, car, 44, 12, 0.5, 0.2);
  demo_damp(car, &trolley_keeps);
  cpBody *hook = demo->part[magnet] = demo_body(demo, 150, 250, 3, cpMomentForBox(3, 40, 10));
  cpShapeSetCollisionType(demo_box(demo, hook, 40, 10, 1, 0.2), magnetic);
  demo_damp(hook, &magnet_keeps);
  for (int row = 0; row < 2; row++)
    for (int column = 0; column < 4; column++) {
      cpBody *body = demo_body(demo, 120 + 38 * column, 41 + 34 * row, 2, cpMomentForBox(2, 34, 34));
      cpShapeSetCollisionType(demo_box(demo, body, 34, 34, 0.9, 0.2), heavy);
    }
  demo_box(demo, demo_fixed(demo, 500, 28), 120, 8, 0.5, 0.2);
  cpConstraint *track =
    demo_joint(demo, cpGrooveJointNew(beam, car, cpv(-290, -12), cpv(290, -12), cpvzero));
  cpConstraintSetCollideBodies(track, cpFalse);
  demo_joint(demo, cpRotaryLimitJointNew(beam, car, 0, 0));
  for (int i = left; i <= right; i++) {
    const double x = i == left ? -18 : 18;
    demo->link[i] = demo_joint(demo, cpDampedSpringNew(car, hook, cpv(x, -6), cpv(x, 5), 110, 1200, 60));
  }
  cpCollisionHandler *handler = cpSpaceAddCollisionHandler(demo->space, magnetic, heavy);
  handler->beginFunc = touch;
  handler->userData = demo;
  demo->before = drive;
  demo->after = grip;
  return demo;
}
