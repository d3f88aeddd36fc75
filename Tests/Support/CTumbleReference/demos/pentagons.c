#include "demo.h"

// Pentagons that trickle through triangles, over and over: after the library's demo Plink.

enum { pentagons = 150, corners = 5 };

static const double below = -260, gap = 20;

static cpVect starts[pentagons];

static void throw_in_again(ctumble_demo *demo) {
  for (int i = 0; i < pentagons; i++) {
    cpBody *body = demo->body[demo->bodies - pentagons + i];
    const int is_below = cpBodyLocalToWorld(body, cpBodyGetCenterOfGravity(body)).y <= below;
    const int falls = is_below && !demo->was[i];
    demo->was[i] = is_below;
    if (!falls) continue;
    demo_place(body, starts[i], 0);
    cpBodySetVelocity(body, cpvzero);
    cpBodySetAngularVelocity(body, 0);
  }
}

/// Whether none of those before is near.
static int is_free(int index) {
  for (int i = 0; i < index; i++)
    if (cpvdistsq(starts[i], starts[index]) < gap * gap) return 0;
  return 1;
}

ctumble_demo *demo_pentagons(void) {
  ctumble_demo *demo = demo_new(-100, 60, 5);
  const cpVect triangle[3] = {cpv(-15, -15), cpv(15, -15), cpv(0, 10)};
  for (int stagger = 0; stagger < 2; stagger++)
    for (int row = 0; row < 3; row++)
      for (int column = 0; column < 9; column++) {
        cpBody *body = demo_fixed(demo, -320 + 40 * stagger + 80 * column, -240 + 70 * stagger + 140 * row);
        demo_shape(demo, cpPolyShapeNew(body, 3, triangle, cpTransformIdentity, 0), 1, 1);
      }
  const cpVect pentagon[corners] = {
    cpv(10, 0), cpv(3.090, 9.511), cpv(-8.090, 5.878), cpv(-8.090, -5.878), cpv(3.090, -9.511),
  };
  unsigned long long seed = 7;
  for (int i = 0; i < pentagons; i++) {
    do {
      const double x = demo_random(&seed) * 640, y = demo_random(&seed) * 300;
      starts[i] = cpv(-320 + x, 260 + y);
    } while (!is_free(i));
    cpBody *body =
        demo_body(demo, starts[i].x, starts[i].y, 1, cpMomentForPoly(1, corners, pentagon, cpvzero, 0));
    demo_shape(demo, cpPolyShapeNew(body, corners, pentagon, cpTransformIdentity, 0), 0.4, 0);
  }
  demo->after = throw_in_again;
  return demo;
}
