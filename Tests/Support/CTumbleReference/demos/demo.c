#include "demo.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *scene;
  ctumble_demo *(*make)(void);
} programs[] = {
    {"breaking-chains", demo_chains},
    {"crane", demo_crane},
    {"pentagons", demo_pentagons},
    {"pump", demo_pump},
    {"scale", demo_scale},
    {"slicer", demo_slicer},
    {"slime", demo_slime},
    {"strandbeest", demo_strandbeest},
    {"tank", demo_tank},
    {"web", demo_web},
};

ctumble_demo *ctumble_demo_new(const char *scene) {
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    if (strcmp(programs[i].scene, scene) == 0) return programs[i].make();
  return NULL;
}

void ctumble_demo_free(ctumble_demo *demo) {
  if (demo->end) demo->end(demo);
  for (int i = 0; i < demo->joints; i++) demo_let_go(demo, demo->joint[i]);
  for (int i = 0; i < demo->bodies; i++) demo_remove(demo, demo->body[i]);
  cpSpaceFree(demo->space);
  free(demo->own);
  free(demo);
}

void ctumble_demo_input(ctumble_demo *demo, int axis, double value) {
  demo->axis[axis] = value;
  if (demo_pressed(demo, axis)) demo->pressed = demo->pointer;
}

void ctumble_demo_point(ctumble_demo *demo, double x, double y) { demo->pointer = cpv(x, y); }

void ctumble_demo_step(ctumble_demo *demo) {
  if (demo->before) demo->before(demo);
  cpSpaceStep(demo->space, demo->dt);
  demo->steps++;
  if (demo->after) demo->after(demo);
  memcpy(demo->last, demo->axis, sizeof demo->axis);
}

static int moves(const cpBody *body) { return body && cpBodyGetType((cpBody *)body) != CP_BODY_TYPE_STATIC; }

int ctumble_demo_count(const ctumble_demo *demo) {
  int count = 0;
  for (int i = 0; i < demo->bodies; i++) count += moves(demo->body[i]);
  return count;
}

ctumble_reference_state ctumble_demo_read(const ctumble_demo *demo, int index) {
  int i = 0;
  for (;; i++)
    if (moves(demo->body[i]) && index-- == 0) break;
  const cpBody *body = demo->body[i];
  const cpVect position = cpBodyGetPosition(body);
  const cpVect velocity = cpBodyGetVelocity(body);
  return (ctumble_reference_state){
    position.x, position.y, cpBodyGetAngle(body), velocity.x, velocity.y, cpBodyGetAngularVelocity(body),
  };
}

int ctumble_demo_joints(const ctumble_demo *demo) {
  int count = 0;
  for (int i = 0; i < demo->joints; i++) count += demo->joint[i] != NULL;
  return count;
}

static void add_impulse(cpBody *body, cpArbiter *arbiter, void *sum) {
  (void)body;
  *(cpVect *)sum = cpvadd(*(cpVect *)sum, cpArbiterTotalImpulse(arbiter));
}

double ctumble_demo_load(const ctumble_demo *demo) {
  cpVect sum = cpvzero;
  const cpVect gravity = cpSpaceGetGravity(demo->space);
  cpBodyEachArbiter(demo->part[0], add_impulse, &sum);
  return cpfabs(cpvdot(gravity, sum)) / (cpvlengthsq(gravity) * demo->dt);
}

// MARK: - Building

ctumble_demo *demo_new(double gravity, int rate, int iterations) {
  ctumble_demo *demo = calloc(1, sizeof *demo);
  demo->space = cpSpaceNew();
  demo->dt = 1.0 / rate;
  cpSpaceSetGravity(demo->space, cpv(0, gravity));
  cpSpaceSetIterations(demo->space, iterations);
  cpSpaceSetUserData(demo->space, demo);
  return demo;
}

static cpBody *add(ctumble_demo *demo, cpBody *body, double x, double y) {
  cpBodySetPosition(body, cpv(x, y));
  return demo->body[demo->bodies++] = cpSpaceAddBody(demo->space, body);
}

cpBody *demo_body(ctumble_demo *demo, double x, double y, double mass, double moment) {
  return add(demo, cpBodyNew(mass, moment), x, y);
}

cpBody *demo_fixed(ctumble_demo *demo, double x, double y) { return add(demo, cpBodyNewStatic(), x, y); }

cpBody *demo_driven(ctumble_demo *demo, double x, double y) { return add(demo, cpBodyNewKinematic(), x, y); }

void demo_remove(ctumble_demo *demo, cpBody *body) {
  if (!body) return;
  for (int i = 0; i < demo->shapes; i++) {
    cpShape *shape = demo->shape[i];
    if (!shape || cpShapeGetBody(shape) != body) continue;
    cpSpaceRemoveShape(demo->space, shape);
    cpShapeFree(shape);
    demo->shape[i] = NULL;
  }
  for (int i = 0; i < demo->bodies; i++)
    if (demo->body[i] == body) demo->body[i] = NULL;
  cpSpaceRemoveBody(demo->space, body);
  cpBodyFree(body);
}

cpShape *demo_shape(ctumble_demo *demo, cpShape *shape, double friction, double elasticity) {
  cpShapeSetFriction(shape, friction);
  cpShapeSetElasticity(shape, elasticity);
  return demo->shape[demo->shapes++] = cpSpaceAddShape(demo->space, shape);
}

cpShape *demo_box(
    ctumble_demo *demo, cpBody *body, double width, double height, double friction, double elasticity) {
  return demo_shape(demo, cpBoxShapeNew(body, width, height, 0), friction, elasticity);
}

cpShape *demo_circle(ctumble_demo *demo, cpBody *body, double radius, double friction, double elasticity) {
  return demo_shape(demo, cpCircleShapeNew(body, radius, cpvzero), friction, elasticity);
}

void demo_line(
    ctumble_demo *demo, cpBody *body, int count, const cpVect *points, double radius, double friction,
    double elasticity) {
  for (int i = 0; i + 1 < count; i++) {
    cpShape *segment = cpSegmentShapeNew(body, points[i], points[i + 1], radius);
    const cpVect before = points[i > 0 ? i - 1 : i], after = points[i + 2 < count ? i + 2 : i + 1];
    cpSegmentShapeSetNeighbors(segment, before, after);
    demo_shape(demo, segment, friction, elasticity);
  }
}

cpConstraint *demo_joint(ctumble_demo *demo, cpConstraint *joint) {
  return demo->joint[demo->joints++] = cpSpaceAddConstraint(demo->space, joint);
}

void demo_let_go(ctumble_demo *demo, cpConstraint *joint) {
  if (!joint) return;
  for (int i = 0; i < demo->joints; i++)
    if (demo->joint[i] == joint) demo->joint[i] = NULL;
  cpSpaceRemoveConstraint(demo->space, joint);
  cpConstraintFree(joint);
}

// MARK: - Running

static void slow_down(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
  (void)damping;
  cpBodyUpdateVelocity(body, gravity, cpfpow(*(double *)cpBodyGetUserData(body), dt), dt);
}

void demo_damp(cpBody *body, double *kept) {
  cpBodySetUserData(body, kept);
  cpBodySetVelocityUpdateFunc(body, slow_down);
}

void demo_hit(cpBody *body, double x, double y) {
  cpBodyApplyImpulseAtWorldPoint(body, cpv(x, y), cpBodyLocalToWorld(body, cpBodyGetCenterOfGravity(body)));
}

void demo_place(cpBody *body, cpVect position, double angle) {
  cpSpace *space = cpBodyGetSpace(body);
  cpBodySetPosition(body, position);
  cpSpaceReindexShapesForBody(space, body);
  cpBodySetAngle(body, angle);
  cpSpaceReindexShapesForBody(space, body);
}

int demo_pressed(const ctumble_demo *demo, int axis) {
  return cpfabs(demo->axis[axis]) >= 0.5 && cpfabs(demo->last[axis]) < 0.5;
}

int demo_released(const ctumble_demo *demo, int axis) {
  return cpfabs(demo->axis[axis]) < 0.5 && cpfabs(demo->last[axis]) >= 0.5;
}

int demo_time(const ctumble_demo *demo, double at, double every) {
  const long first = (long)(at / demo->dt + 0.5), interval = (long)(every / demo->dt + 0.5);
  return demo->steps >= first && (demo->steps - first) % interval == 0;
}

double demo_random(unsigned long long *state) {
  uint64_t z = *state += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}
