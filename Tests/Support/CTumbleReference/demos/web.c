#include "demo.h"

// Bars in a web of springs that pull with no more than a force: after the library's demo Springies.

static const double reach = 20, stiffness = 100, damping = 0.5;

/// At most as much as 20 points out of rest.
static double pull(cpConstraint *spring, double distance) {
  const double stretch = cpDampedSpringGetRestLength(spring) - distance;
  return cpfclamp(stretch, -reach, reach) * cpDampedSpringGetStiffness(spring);
}

static void add_spring(ctumble_demo *demo, cpBody *a, cpVect place, cpBody *b, double end) {
  cpConstraint *spring = cpDampedSpringNew(a, b, place, cpv(end, 0), 0, stiffness, damping);
  cpDampedSpringSetSpringForceFunc(spring, pull);
  demo_joint(demo, spring);
}

static void pluck(ctumble_demo *demo) {
  if (demo_time(demo, 1, 5)) demo_hit(demo->body[2], 400, 2200);
  if (demo_time(demo, 3.5, 5)) demo_hit(demo->body[7], -400, -2200);
}

ctumble_demo *demo_web(void) {
  ctumble_demo *demo = demo_new(0, 120, 10);
  cpBody *frame = demo_fixed(demo, 0, 0);
  const cpVect corners[5] = {cpv(-320, -240), cpv(320, -240), cpv(320, 240), cpv(-320, 240), cpv(-320, -240)};
  for (int i = 0; i < 4; i++)
    demo_shape(demo, cpSegmentShapeNew(frame, corners[i], corners[i + 1], 4), 0.5, 0.2);
  // Two rows of four.
  const double mass = 3, length = 80;
  for (int row = 0; row < 2; row++)
    for (int column = 0; column < 4; column++) {
      cpBody *bar = demo_body(demo, -210 + 140 * column, 80 - 160 * row, mass, mass * length * length / 12);
      demo_shape(demo, cpSegmentShapeNew(bar, cpv(-40, 0), cpv(40, 0), 8), 0.5, 0.2);
    }
  for (int row = 0; row < 2; row++) {
    const double y = row == 0 ? 240 : -240;
    for (int column = 0; column < 4; column++) {
      cpBody *bar = demo->body[1 + 4 * row + column];
      const double x = -210 + 140 * column;
      add_spring(demo, frame, cpv(x - 60, y), bar, -40);
      add_spring(demo, frame, cpv(x + 60, y), bar, 40);
    }
    add_spring(demo, frame, cpv(-320, y / 3), demo->body[1 + 4 * row], -40);
    add_spring(demo, frame, cpv(320, y / 3), demo->body[4 + 4 * row], 40);
    for (int column = 0; column < 3; column++)
      add_spring(demo, demo->body[1 + 4 * row + column], cpv(40, 0), demo->body[2 + 4 * row + column], -40);
  }
  for (int column = 0; column < 4; column++)
    for (int end = -1; end <= 1; end += 2)
      add_spring(demo, demo->body[1 + column], cpv(40 * end, 0), demo->body[5 + column], 40 * end);
  demo->after = pluck;
  return demo;
}
