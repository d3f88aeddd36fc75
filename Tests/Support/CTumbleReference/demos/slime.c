#include "demo.h"

#include <stdlib.h>
#include <string.h>

// Slime that sticks to what it touches: after the library's demo Sticky. A pivot between two shapes that
// touch is made after the step, at the middle of their points of contact, and taken out when it pulls as hard
// as it may and they part all the same.

enum { slimy = 1, most = 512 };

static const double force = 1000, rate = 1.5, change = 3;

struct pivot {
  /// Their places among the program's shapes, the lower first.
  int a, b;
  cpConstraint *joint;
  /// From a to b, in a's coordinates.
  cpVect normal;
  int points;
};

struct glue {
  int contacts, pivots;
  cpArbiter *contact[most];
  /// Ordered by their shapes.
  struct pivot pivot[most];
};

static cpBool note_contact(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
  (void)space;
  struct glue *glue = data;
  cpShape *a, *b;
  cpArbiterGetShapes(arbiter, &a, &b);
  if (cpShapeGetCollisionType(a) == slimy || cpShapeGetCollisionType(b) == slimy)
    glue->contact[glue->contacts++] = arbiter;
  return cpTrue;
}

static int is_torn(const ctumble_demo *demo, const struct pivot *pivot) {
  // The engine limits an impulse by scaling it, which rounds.
  if (cpConstraintGetImpulse(pivot->joint) < force * demo->dt * (1 - 1e-9)) return 0;
  const cpBody *a = cpConstraintGetBodyA(pivot->joint), *b = cpConstraintGetBodyB(pivot->joint);
  const cpVect gap = cpvsub(
    cpBodyLocalToWorld(b, cpPivotJointGetAnchorB(pivot->joint)),
    cpBodyLocalToWorld(a, cpPivotJointGetAnchorA(pivot->joint)));
  return cpvdot(gap, cpvrotate(pivot->normal, cpBodyGetRotation(a))) > cpSpaceGetCollisionSlop(demo->space);
}

static void take_out(ctumble_demo *demo, int index) {
  struct glue *glue = demo->own;
  cpSpaceRemoveConstraint(demo->space, glue->pivot[index].joint);
  cpConstraintFree(glue->pivot[index].joint);
  memmove(&glue->pivot[index], &glue->pivot[index + 1], (--glue->pivots - index) * sizeof *glue->pivot);
}

static void take_all_out(ctumble_demo *demo) {
  struct glue *glue = demo->own;
  while (glue->pivots > 0) take_out(demo, glue->pivots - 1);
}

/// A pair of shapes that touch, with the points in the order of the shapes.
struct touch {
  int a, b, points;
  cpVect on_a, on_b, normal;
};

static struct touch read_touch(const ctumble_demo *demo, const cpArbiter *arbiter) {
  struct touch touch = {0};
  cpShape *a, *b;
  cpArbiterGetShapes(arbiter, &a, &b);
  for (int i = 0; i < demo->shapes; i++) {
    if (demo->shape[i] == a) touch.a = i;
    if (demo->shape[i] == b) touch.b = i;
  }
  touch.points = cpArbiterGetCount(arbiter);
  touch.normal = cpArbiterGetNormal(arbiter);
  for (int i = 0; i < touch.points; i++) {
    touch.on_a = cpvadd(touch.on_a, cpvmult(cpArbiterGetPointA(arbiter, i), 1.0 / touch.points));
    touch.on_b = cpvadd(touch.on_b, cpvmult(cpArbiterGetPointB(arbiter, i), 1.0 / touch.points));
  }
  if (touch.a > touch.b)
    touch = (struct touch){touch.b, touch.a, touch.points, touch.on_b, touch.on_a, cpvneg(touch.normal)};
  return touch;
}

static int by_shapes(const void *one, const void *other) {
  const struct touch *p = one, *q = other;
  return p->a != q->a ? p->a - q->a : p->b - q->b;
}

static void stick(ctumble_demo *demo, const struct touch *touch) {
  struct glue *glue = demo->own;
  cpBody *a = cpShapeGetBody(demo->shape[touch->a]), *b = cpShapeGetBody(demo->shape[touch->b]);
  // They come to rest overlapping by half the slop.
  const cpVect inset = cpvmult(touch->normal, cpSpaceGetCollisionSlop(demo->space) / 4);
  cpConstraint *joint = cpPivotJointNew2(
      a, b, cpBodyWorldToLocal(a, cpvsub(touch->on_a, inset)),
      cpBodyWorldToLocal(b, cpvadd(touch->on_b, inset)));
  cpConstraintSetMaxForce(joint, force);
  int place = 0;
  while (place < glue->pivots) {
    const struct pivot *pivot = &glue->pivot[place];
    if (pivot->a > touch->a || (pivot->a == touch->a && pivot->b >= touch->b)) break;
    place++;
  }
  if (place < glue->pivots && glue->pivot[place].a == touch->a && glue->pivot[place].b == touch->b)
    take_out(demo, place);
  memmove(&glue->pivot[place + 1], &glue->pivot[place], (glue->pivots++ - place) * sizeof *glue->pivot);
  glue->pivot[place] = (struct pivot){
      touch->a, touch->b, cpSpaceAddConstraint(demo->space, joint),
      cpvunrotate(touch->normal, cpBodyGetRotation(a)), touch->points};
}

static void tear_and_stick(ctumble_demo *demo) {
  struct glue *glue = demo->own;
  for (int i = 0; i < glue->pivots;) {
    if (is_torn(demo, &glue->pivot[i])) take_out(demo, i);
    else i++;
  }
  struct touch touch[most];
  int touches = 0;
  for (int i = 0; i < glue->contacts; i++) {
    const struct touch new = read_touch(demo, glue->contact[i]);
    int is_held = 0;
    // What lay on one point comes to lie on two.
    for (int j = 0; j < glue->pivots; j++)
      if (glue->pivot[j].a == new.a && glue->pivot[j].b == new.b)
        is_held = glue->pivot[j].points >= new.points;
    if (!is_held) touch[touches++] = new;
  }
  glue->contacts = 0;
  qsort(touch, touches, sizeof *touch, by_shapes);
  for (int i = 0; i < touches; i++) stick(demo, &touch[i]);
}

static void drive(ctumble_demo *demo) {
  const double goal = -(rate + change * demo->axis[0]);
  if (cpSimpleMotorGetRate(demo->link[0]) != goal) cpSimpleMotorSetRate(demo->link[0], goal);
}

static void add_box(ctumble_demo *demo, double x, double y) {
  demo_box(demo, demo_body(demo, x, y, 0.3, cpMomentForBox(0.3, 20, 20)), 20, 20, 0.6, 0);
}

ctumble_demo *demo_slime(void) {
  ctumble_demo *demo = demo_new(-600, 120, 20);
  demo->own = calloc(1, sizeof(struct glue));
  cpBody *walls = demo_fixed(demo, 0, 0);
  const cpVect corners[5] = {cpv(4, 4), cpv(476, 4), cpv(476, 356), cpv(4, 356), cpv(4, 4)};
  for (int i = 0; i < 4; i++) {
    cpShape *wall = demo_shape(demo, cpSegmentShapeNew(walls, corners[i], corners[i + 1], 4), 0.8, 0);
    cpSegmentShapeSetNeighbors(wall, corners[(i + 3) % 4], corners[(i + 2) % 4]);
  }
  cpBody *paddles = demo_body(demo, 240, 150, 50, 100000);
  demo_shape(demo, cpSegmentShapeNew(paddles, cpv(-105, 0), cpv(105, 0), 5), 0.8, 0);
  demo_shape(demo, cpSegmentShapeNew(paddles, cpv(0, -105), cpv(0, 105), 5), 0.8, 0);
  for (int row = 0; row < 4; row++)
    for (int column = 0; column < 15; column++) {
      cpBody *drop =
          demo_body(demo, 50 + 27 * column, 270 + 21 * row, 0.4, cpMomentForCircle(0.4, 0, 9, cpvzero));
      cpShapeSetCollisionType(demo_circle(demo, drop, 9, 0.6, 0), slimy);
    }
  for (int i = 0; i < 5; i++) add_box(demo, 60, 24 + 20 * i);
  for (int i = 0; i < 5; i++) add_box(demo, 420, 24 + 20 * i);
  demo_joint(demo, cpPivotJointNew2(walls, paddles, cpv(240, 150), cpvzero));
  demo->link[0] = demo_joint(demo, cpSimpleMotorNew(walls, paddles, -rate));
  cpConstraintSetMaxForce(demo->link[0], 20000000);

  cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(demo->space);
  handler->preSolveFunc = note_contact;
  handler->userData = demo->own;
  demo->before = drive;
  demo->after = tear_and_stick;
  demo->end = take_all_out;
  return demo;
}
