#include "demo.h"

#include <stdlib.h>

// Loaves that are cut to slices on a belt, and along strokes of the pointer: after the library's demo Slice.

enum { most_corners = 24 };

struct outline {
  int count;
  cpVect corner[most_corners];
};

/// By body: its outline as it was cut, counter-clockwise; the engine begins with another corner.
struct bread {
  struct outline outline[demo_most];
};

static const double density = 0.001;

// About the first corner.
static double area(const struct outline *outline) {
  double sum = 0;
  for (int i = 1; i + 1 < outline->count; i++)
    sum += cpvcross(
        cpvsub(outline->corner[i], outline->corner[0]), cpvsub(outline->corner[i + 1], outline->corner[0]));
  return sum / 2;
}

static cpVect centroid(const struct outline *outline) {
  cpVect sum = cpvzero;
  double twice = 0;
  for (int i = 1; i + 1 < outline->count; i++) {
    const cpVect a = cpvsub(outline->corner[i], outline->corner[0]),
                 b = cpvsub(outline->corner[i + 1], outline->corner[0]);
    const double cross = cpvcross(a, b);
    sum = cpvadd(sum, cpvmult(cpvadd(a, b), cross));
    twice += cross;
  }
  return cpvadd(outline->corner[0], cpv(sum.x / (3 * twice), sum.y / (3 * twice)));
}

static cpVect unit(cpVect v) {
  const double length = cpvlength(v);
  return cpv(v.x / length, v.y / length);
}

struct cut {
  cpVect from, to;
};

/// How far to the left of a cut a place lies.
static double side_of(struct cut cut, cpVect place) {
  return cpvdot(cpvsub(place, cut.from), cpvperp(unit(cpvsub(cut.to, cut.from))));
}

/// Whether it begins and ends outside of an outline.
static int goes_through(struct cut cut, const struct outline *outline) {
  const double length = cpvlength(cpvsub(cut.to, cut.from));
  for (int i = 0; i < outline->count; i++) {
    const cpVect corner = outline->corner[i], next = outline->corner[(i + 1) % outline->count];
    const double here = side_of(cut, corner), there = side_of(cut, next);
    if (here * there > 0 || here == there) continue;
    const cpVect place = cpvadd(corner, cpvmult(cpvsub(next, corner), here / (here - there)));
    const double along = cpvdot(cpvsub(place, cut.from), unit(cpvsub(cut.to, cut.from)));
    if (along < 0 || along > length) return 0;
  }
  return 1;
}

/// What lies against a direction as seen from a place.
static struct outline clip(const struct outline *outline, cpVect direction, cpVect place) {
  struct outline kept = {0};
  for (int i = 0; i < outline->count; i++) {
    const cpVect corner = outline->corner[i], next = outline->corner[(i + 1) % outline->count];
    const double here = cpvdot(cpvsub(corner, place), direction),
                 there = cpvdot(cpvsub(next, place), direction);
    if (here <= 0) kept.corner[kept.count++] = corner;
    if ((here < 0 && there > 0) || (here > 0 && there < 0))
      kept.corner[kept.count++] = cpvadd(corner, cpvmult(cpvsub(next, corner), here / (here - there)));
  }
  return kept;
}

static cpVect turned(cpVect v, double angle) {
  const double s = sin(angle), c = cos(angle);
  return cpv(v.x * c - v.y * s, v.x * s + v.y * c);
}

/// Has the mass of its shape.
static void add_bread(
    ctumble_demo *demo, const struct outline *outline, cpVect place, double angle, cpVect velocity,
    double spin) {
  cpBody *body = cpBodyNew(0, 0);
  cpBodySetAngle(body, angle);
  cpBodySetPosition(body, place);
  cpBodySetVelocity(body, velocity);
  cpBodySetAngularVelocity(body, spin);
  cpShape *shape = cpPolyShapeNew(body, outline->count, outline->corner, cpTransformIdentity, 0);
  cpShapeSetMass(shape, density * cpShapeGetArea(shape));
  ((struct bread *)demo->own)->outline[demo->bodies] = *outline;
  demo->body[demo->bodies++] = cpSpaceAddBody(demo->space, body);
  demo_shape(demo, shape, 0.7, 0);
}

/// Each half is as dense as the whole was and moves as that place of it moved.
static void halve(ctumble_demo *demo, int index, struct cut cut) {
  cpBody *body = demo->body[index];
  const struct outline *whole = &((struct bread *)demo->own)->outline[index];
  cut = (struct cut){cpBodyWorldToLocal(body, cut.from), cpBodyWorldToLocal(body, cut.to)};
  int has_left = 0, has_right = 0;
  for (int i = 0; i < whole->count; i++) {
    if (side_of(cut, whole->corner[i]) > 0) has_left = 1;
    if (side_of(cut, whole->corner[i]) < 0) has_right = 1;
  }
  if (!has_left || !has_right || !goes_through(cut, whole)) return;
  const cpVect left = cpvperp(unit(cpvsub(cut.to, cut.from)));
  struct outline half[2] = {clip(whole, cpvneg(left), cut.from), clip(whole, left, cut.from)};
  cpVect center[2], velocity[2], arm[2];
  double size[2], weight[2];
  for (int i = 0; i < 2; i++) {
    size[i] = area(&half[i]);
    const cpVect sum = cpvmult(centroid(&half[i]), size[i]);
    center[i] = cpv(sum.x / size[i], sum.y / size[i]);
  }
  const double all = size[0] + size[1];
  if (!(size[0] > all * 1e-4) || !(size[1] > all * 1e-4)) return;
  const double angle = cpBodyGetAngle(body), spin = cpBodyGetAngularVelocity(body);
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < half[i].count; j++) half[i].corner[j] = cpvsub(half[i].corner[j], center[i]);
    weight[i] = density * area(&half[i]);
    arm[i] = cpvmult(cpvperp(turned(cpvsub(center[i], cpBodyGetCenterOfGravity(body)), angle)), spin);
  }
  const cpVect both = cpvadd(cpvmult(arm[0], weight[0]), cpvmult(arm[1], weight[1]));
  const cpVect drift = cpv(both.x / (weight[0] + weight[1]), both.y / (weight[0] + weight[1]));
  const cpVect place = cpBodyGetPosition(body);
  for (int i = 0; i < 2; i++) velocity[i] = cpvsub(cpvadd(cpBodyGetVelocity(body), arm[i]), drift);
  demo_remove(demo, body);
  for (int i = 0; i < 2; i++)
    add_bread(demo, &half[i], cpvadd(place, turned(center[i], angle)), angle, velocity[i], spin);
}

static void slice(ctumble_demo *demo, struct cut cut) {
  const int there = demo->bodies;
  for (int i = 0; i < there; i++)
    if (demo->body[i] && cpBodyGetType(demo->body[i]) == CP_BODY_TYPE_DYNAMIC) halve(demo, i, cut);
}

static void lay_loaf(ctumble_demo *demo, double x) {
  const struct outline loaf = {
      8,
      {cpv(-75, -20), cpv(75, -20), cpv(80, 15), cpv(65, 32), cpv(40, 38), cpv(-40, 38), cpv(-65, 32),
       cpv(-80, 15)}};
  add_bread(demo, &loaf, cpv(x, 22), 0, cpvzero, 0);
}

static void lay_and_cut(ctumble_demo *demo) {
  // What has fallen below is known of before anything is cut or laid.
  char is_below[demo_most] = {0};
  for (int i = 0; i < demo->bodies; i++) {
    const cpBody *body = demo->body[i];
    is_below[i] = body && cpBodyLocalToWorld(body, cpBodyGetCenterOfGravity(body)).y <= -200;
  }
  if (demo_time(demo, 1, 4)) lay_loaf(demo, -370);
  if (demo_time(demo, 0.6, 0.6)) slice(demo, (struct cut){cpv(-3, -10), cpv(3, 180)});
  if (demo_released(demo, 0) && !cpveql(demo->pressed, demo->pointer))
    slice(demo, (struct cut){demo->pressed, demo->pointer});
  for (int i = 0; i < demo->bodies; i++)
    if (is_below[i] && demo->body[i]) demo_remove(demo, demo->body[i]);
}

ctumble_demo *demo_slicer(void) {
  ctumble_demo *demo = demo_new(-500, 120, 20);
  demo->own = calloc(1, sizeof(struct bread));
  cpShape *belt =
    demo_shape(demo, cpSegmentShapeNew(demo_fixed(demo, 0, 0), cpv(-480, 0), cpv(180, 0), 2), 1, 0);
  cpShapeSetSurfaceVelocity(belt, cpv(60, 0));
  demo_shape(demo, cpSegmentShapeNew(demo_fixed(demo, 0, 0), cpv(200, -20), cpv(330, -75), 3), 0.3, 0);
  cpShapeSetSensor(demo_box(demo, demo_fixed(demo, 0, 240), 8, 190, 0, 0), cpTrue);
  lay_loaf(demo, -190);
  demo->after = lay_and_cut;
  return demo;
}
