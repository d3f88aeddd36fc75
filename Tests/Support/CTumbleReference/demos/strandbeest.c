#include "demo.h"

// A walking machine by Theo Jansen's linkage: after the library's demo of it.

enum { chassis, crank, first_leg };
enum { left_end, right_end, goes_back };

static const double half = 30, side = 30, radius = 13, speed = 6;

static cpShape *limb(cpShape *shape) {
  cpShapeSetFilter(shape, cpShapeFilterNew(1, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
  return shape;
}

static void add_motor(ctumble_demo *demo, double rate) {
  demo->link[0] = demo_joint(demo, cpSimpleMotorNew(demo->part[chassis], demo->part[crank], -rate));
  cpConstraintSetMaxForce(demo->link[0], 200000);
  demo->was[goes_back] = rate < 0;
}

static void drive(ctumble_demo *demo) {
  const double rate = -((demo->was[goes_back] ? -speed : speed) + speed * demo->axis[0]);
  if (cpSimpleMotorGetRate(demo->link[0]) != rate) cpSimpleMotorSetRate(demo->link[0], rate);
}

static void turn_round(ctumble_demo *demo) {
  const cpBody *body = demo->part[chassis];
  const double x = cpBodyLocalToWorld(body, cpBodyGetCenterOfGravity(body)).x;
  for (int end = left_end; end <= right_end; end++) {
    const int is_there = end == left_end ? x <= -150 : x >= 150;
    if (is_there && !demo->was[end]) {
      demo_let_go(demo, demo->link[0]);
      add_motor(demo, end == left_end ? -speed : speed);
    }
    demo->was[end] = is_there;
  }
}

static void add_leg(ctumble_demo *demo, double x) {
  const double moment = cpMomentForSegment(1, cpvzero, cpv(0, side), 0);
  cpBody *upper = demo_body(demo, x, 0, 1, moment);
  limb(demo_shape(demo, cpSegmentShapeNew(upper, cpvzero, cpv(0, side), 3), 0.5, 0));
  cpBody *lower = demo_body(demo, x, -side, 1, moment);
  limb(demo_shape(demo, cpSegmentShapeNew(lower, cpvzero, cpv(0, -side), 3), 0.5, 0));
  limb(demo_shape(demo, cpCircleShapeNew(lower, 6, cpv(0, -side)), 1, 0));
}

static void join_leg(ctumble_demo *demo, int number, double x, cpVect pin) {
  cpBody *frame = demo->part[chassis], *upper = demo->part[first_leg + 2 * number],
         *lower = demo->part[first_leg + 2 * number + 1];
  const double diagonal = sqrt(half * half + side * side);
  demo_joint(demo, cpPivotJointNew2(frame, upper, cpv(x, 0), cpvzero));
  demo_joint(demo, cpPinJointNew(frame, lower, cpv(x, 0), cpvzero));
  demo_joint(demo, cpGearJointNew(upper, lower, 0, 1));
  cpPinJointSetDist(demo_joint(demo, cpPinJointNew(demo->part[crank], upper, pin, cpv(0, side))), diagonal);
  cpPinJointSetDist(demo_joint(demo, cpPinJointNew(demo->part[crank], lower, pin, cpvzero)), diagonal);
}

ctumble_demo *demo_strandbeest(void) {
  ctumble_demo *demo = demo_new(-500, 180, 20);
  const cpVect line[4] = {cpv(-220, 150), cpv(-220, -72), cpv(220, -72), cpv(220, 150)};
  demo_line(demo, demo_fixed(demo, 0, 0), 4, line, 4, 1, 0);
  cpBody *frame = demo->part[chassis] =
    demo_body(demo, 0, 0, 2, cpMomentForSegment(2, cpv(-half, 0), cpv(half, 0), 0));
  limb(demo_shape(demo, cpSegmentShapeNew(frame, cpv(-half, 0), cpv(half, 0), 3), 0.5, 0));
  cpBody *wheel = demo->part[crank] = demo_body(demo, 0, 0, 1, cpMomentForCircle(1, 0, radius, cpvzero));
  limb(demo_circle(demo, wheel, radius, 0.5, 0));
  for (int i = 0; i < 4; i++) {
    add_leg(demo, i % 2 == 0 ? half : -half);
    demo->part[first_leg + 2 * i] = demo->body[demo->bodies - 2];
    demo->part[first_leg + 2 * i + 1] = demo->body[demo->bodies - 1];
  }
  demo_joint(demo, cpPivotJointNew2(frame, wheel, cpvzero, cpvzero));
  const cpVect pins[4] = {cpv(radius, 0), cpv(0, radius), cpv(-radius, 0), cpv(0, -radius)};
  for (int i = 0; i < 4; i++) join_leg(demo, i, i % 2 == 0 ? half : -half, pins[i]);
  add_motor(demo, speed);
  demo->before = drive;
  demo->after = turn_round;
  return demo;
}
