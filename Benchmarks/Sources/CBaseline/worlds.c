#include "worlds.h"

#include <chipmunk/chipmunk.h>
#include <chipmunk/chipmunk_structs.h>
#include <stdlib.h>
#include <string.h>

struct baseline_world {
  cpSpace *space;
  cpBody **bodies;  // those that move
  int count, capacity;
  cpShape **shapes;
  int shape_count, shape_capacity;
  cpConstraint **joints;
  int joint_count, joint_capacity;
  cpBody *ground;
};

static void *grow(void *list, int count, int *capacity) {
  if (count < *capacity) return list;
  *capacity = *capacity ? *capacity * 2 : 64;
  return realloc(list, (size_t)*capacity * sizeof(void *));
}

static cpBody *add_body(baseline_world *w, cpFloat mass, cpFloat moment, cpVect at) {
  cpBody *body = cpBodyNew(mass, moment);
  cpBodySetPosition(body, at);
  cpSpaceAddBody(w->space, body);
  w->bodies = grow(w->bodies, w->count, &w->capacity);
  w->bodies[w->count++] = body;
  return body;
}

static cpShape *add_shape(baseline_world *w, cpShape *shape, cpFloat friction, cpFloat elasticity) {
  cpShapeSetFriction(shape, friction);
  cpShapeSetElasticity(shape, elasticity);
  cpSpaceAddShape(w->space, shape);
  w->shapes = grow(w->shapes, w->shape_count, &w->shape_capacity);
  w->shapes[w->shape_count++] = shape;
  return shape;
}

static void add_walls(baseline_world *w, cpFloat width, cpFloat height) {
  cpVect corners[] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
  for (int i = 0; i < 4; i++)
    add_shape(w, cpSegmentShapeNew(w->ground, corners[i], corners[(i + 1) % 4], 1), 0.5, 0.8);
}

static void make_crates(baseline_world *w) {
  static const double crates[5][3] = {{0, 0, 32}, {32, 0, 32}, {64, 0, 64}, {128, 0, 32}, {0, 32, 64}};
  add_walls(w, 300, 300);
  for (int i = 0; i < 5; i++) {
    double side = crates[i][2];
    cpBody *body = add_body(
        w, 100, cpMomentForBox(100, side, side), cpv(crates[i][0] + side / 2, 300 - crates[i][1] - side / 2));
    add_shape(w, cpBoxShapeNew(body, side, side, 0), 0.5, 0.8);
  }
}

static void make_pyramid(baseline_world *w) {
  add_shape(w, cpSegmentShapeNew(w->ground, cpv(-1000, 0), cpv(1000, 0), 1), 0.8, 0);
  for (int row = 0; row < 44; row++)
    for (int i = 0; i < 44 - row; i++) {
      cpBody *body =
          add_body(w, 1, cpMomentForBox(1, 10, 10), cpv((i - (44 - row) / 2.0) * 11, 6 + row * 10.1));
      add_shape(w, cpBoxShapeNew(body, 10, 10, 0), 0.8, 0);
    }
}

static void make_circles(baseline_world *w, int count) {
  int columns = count == 1000 ? 40 : 100;
  add_walls(w, columns * 9.0 + 4, 2000);
  for (int i = 0; i < count; i++) {
    cpBody *body = add_body(
        w, 1, cpMomentForCircle(1, 0, 4, cpvzero),
        cpv(8 + (i % columns) * 9.0 + (i / columns % 2), 8 + (i / columns) * 9.0));
    add_shape(w, cpCircleShapeNew(body, 4, cpvzero), 0.5, 0.2);
  }
}

static void make_ropes(baseline_world *w) {
  for (int rope = 0; rope < 40; rope++) {
    cpBody *previous = w->ground;
    for (int link = 0; link < 50; link++) {
      cpBody *body = add_body(w, 1, cpMomentForBox(1, 10, 2), cpv(rope * 20 + link * 10 + 5, 500));
      cpConstraint *joint =
          cpPivotJointNew(previous, body, cpv(rope * 20 + link * 10, 500));
      cpSpaceAddConstraint(w->space, joint);
      w->joints = grow(w->joints, w->joint_count, &w->joint_capacity);
      w->joints[w->joint_count++] = joint;
      previous = body;
    }
  }
}

/// Forty that stand apart: islands.
static void make_towers(baseline_world *w) {
  add_shape(w, cpSegmentShapeNew(w->ground, cpv(-100, 0), cpv(1700, 0), 1), 0.8, 0);
  for (int tower = 0; tower < 40; tower++)
    for (int i = 0; i < 20; i++) {
      cpBody *body = add_body(w, 1, cpMomentForBox(1, 10, 10), cpv(tower * 40 + i * 0.1, 6 + i * 10.0));
      add_shape(w, cpBoxShapeNew(body, 10, 10, 0), 0.8, 0);
    }
}

static void make_loose(baseline_world *w, int shapes, int spinning) {
  cpSpaceSetGravity(w->space, cpvzero);
  for (int i = 0; i < 10000; i++) {
    cpBody *body =
        add_body(w, 1, cpMomentForCircle(1, 0, 4, cpvzero), cpv((i % 100) * 20.0, (i / 100) * 20.0));
    cpBodySetVelocity(body, cpv(30, 10));
    if (shapes)
      add_shape(w, cpCircleShapeNew(body, 4, cpvzero), 0.5, 0.2);
    if (spinning)
      cpBodySetAngularVelocity(body, 1 + i * 0.001);
  }
}

baseline_world *baseline_make(baseline_scene scene) {
  baseline_world *w = calloc(1, sizeof *w);
  w->space = cpSpaceNew();
  cpSpaceSetGravity(w->space, cpv(0, -1000));
  w->ground = cpBodyNewStatic();
  cpSpaceAddBody(w->space, w->ground);
  switch (scene) {
    case BASELINE_CRATES: make_crates(w); break;
    case BASELINE_PYRAMID: make_pyramid(w); break;
    case BASELINE_CIRCLES_1000: make_circles(w, 1000); break;
    case BASELINE_CIRCLES_5000: make_circles(w, 5000); break;
    case BASELINE_ROPES: make_ropes(w); break;
    case BASELINE_TOWERS: make_towers(w); break;
    case BASELINE_FREE: make_loose(w, 0, 0); break;
    case BASELINE_SPREAD: make_loose(w, 1, 0); break;
    case BASELINE_SPINNING: make_loose(w, 0, 1); break;
  }
  return w;
}

void baseline_free(baseline_world *w) {
  // The space first: it reads the bodies as it goes, and nothing of it is needed for freeing the rest.
  cpSpaceFree(w->space);
  for (int i = 0; i < w->joint_count; i++) cpConstraintFree(w->joints[i]);
  for (int i = 0; i < w->shape_count; i++) cpShapeFree(w->shapes[i]);
  for (int i = 0; i < w->count; i++) cpBodyFree(w->bodies[i]);
  cpBodyFree(w->ground);
  free(w->joints);
  free(w->shapes);
  free(w->bodies);
  free(w);
}

void baseline_step(baseline_world *w, int steps) {
  for (int i = 0; i < steps; i++) cpSpaceStep(w->space, 1.0 / 120);
}

void baseline_read(const baseline_world *w, double *out) {
  for (int i = 0; i < w->count; i++, out += 6) {
    const cpBody *body = w->bodies[i];
    out[0] = body->transform.tx;
    out[1] = body->transform.ty;
    out[2] = body->a;
    out[3] = body->v.x;
    out[4] = body->v.y;
    out[5] = body->w;
  }
}

uint64_t baseline_hash(const baseline_world *w) {
  double *numbers = malloc((size_t)w->count * 6 * sizeof(double));
  baseline_read(w, numbers);
  uint64_t hash = 0xcbf29ce484222325u;
  for (int i = 0; i < w->count * 6; i++) {
    uint64_t bits;
    memcpy(&bits, &numbers[i], 8);
    for (int byte = 0; byte < 8; byte++) hash = (hash ^ ((bits >> (8 * byte)) & 0xff)) * 0x100000001b3u;
  }
  free(numbers);
  return hash;
}
