#include "demo.h"

// A scale that is loaded with crates: after the library's demo ContactGraph.

static void load(ctumble_demo *demo) {
  const int is_cleared = demo_time(demo, 24, 24);
  if (is_cleared)
    for (int i = 0; i < demo->bodies; i++)
      if (demo->body[i] && demo->was[i]) {
        demo_remove(demo, demo->body[i]);
        demo->was[i] = 0;
      }
  int count = 0;
  for (int i = 0; i < demo->bodies; i++) count += demo->body[i] && demo->was[i];
  if (demo_time(demo, 1, 3) && count < 6) {
    demo->was[demo->bodies] = 1;
    demo_box(demo, demo_body(demo, 190, 330, 5, cpMomentForBox(5, 40, 40)), 40, 40, 0.8, 0);
  }
  if (demo_pressed(demo, 0)) demo_hit(demo->part[1], 0, 3000);
}

ctumble_demo *demo_scale(void) {
  ctumble_demo *demo = demo_new(-300, 120, 30);
  cpSpaceSetSleepTimeThreshold(demo->space, 1);
  cpSpaceSetCollisionSlop(demo->space, 0.5);
  cpBody *ground = demo_fixed(demo, 0, 0);
  const cpVect line[4] = {cpv(0, 360), cpv(0, 10), cpv(480, 10), cpv(480, 360)};
  demo_line(demo, ground, 4, line, 4, 1, 0);
  cpBody *pan = demo->part[0] = demo_fixed(demo, 190, 60);
  demo_box(demo, pan, 130, 8, 1, 0);
  for (int i = 0; i < 3; i++)
    demo_box(demo, demo_body(demo, 380, 34 + 40 * i, 5, cpMomentForBox(5, 40, 40)), 40, 40, 0.8, 0);
  cpBody *ball = demo->part[1] = demo_body(demo, 62, 34, 10, cpMomentForCircle(10, 0, 20, cpvzero));
  demo_circle(demo, ball, 20, 0.9, 0);
  demo->after = load;
  return demo;
}
