#include "CTumbleReference.h"

#include <chipmunk/chipmunk.h>
#include <math.h>
#include <stdlib.h>

enum { most_bodies = 256, most_shapes = 256, water_type = 1, corners_of_box = 4, most_corners = 8 };

struct ctumble_influenced {
  cpSpace *space;
  double strength, density, drag;
  int pulls;
  int bodies, shapes, boxes;
  cpBody *body[most_bodies];
  cpShape *shape[most_shapes];
  cpBody *box[most_bodies];
};

ctumble_influenced *ctumble_influenced_new(double gravity_y, int iterations) {
  ctumble_influenced *world = calloc(1, sizeof *world);
  world->space = cpSpaceNew();
  cpSpaceSetGravity(world->space, cpv(0, gravity_y));
  cpSpaceSetIterations(world->space, iterations);
  return world;
}

static cpBody *add_body(ctumble_influenced *world, cpBody *body) {
  cpBodySetUserData(body, world);
  return world->body[world->bodies++] = cpSpaceAddBody(world->space, body);
}

static cpShape *add_shape(ctumble_influenced *world, cpShape *shape, double friction, double elasticity) {
  cpShapeSetFriction(shape, friction);
  cpShapeSetElasticity(shape, elasticity);
  return world->shape[world->shapes++] = cpSpaceAddShape(world->space, shape);
}

void ctumble_influenced_free(ctumble_influenced *world) {
  for (int i = world->shapes - 1; i >= 0; i--) {
    cpSpaceRemoveShape(world->space, world->shape[i]);
    cpShapeFree(world->shape[i]);
  }
  for (int i = world->bodies - 1; i >= 0; i--) {
    cpSpaceRemoveBody(world->space, world->body[i]);
    cpBodyFree(world->body[i]);
  }
  cpSpaceFree(world->space);
  free(world);
}

void ctumble_influenced_disc(
    ctumble_influenced *world, double radius, double spin, double friction, double elasticity) {
  cpBody *body = add_body(world, cpBodyNewKinematic());
  cpBodySetAngularVelocity(body, spin);
  add_shape(world, cpCircleShapeNew(body, radius, cpvzero), friction, elasticity);
}

void ctumble_influenced_wall(
    ctumble_influenced *world, double x1, double y1, double x2, double y2, double radius, double friction,
    double elasticity) {
  cpBody *body = add_body(world, cpBodyNewStatic());
  add_shape(world, cpSegmentShapeNew(body, cpv(x1, y1), cpv(x2, y2), radius), friction, elasticity);
}

// MARK: - The pull

void ctumble_influenced_pull(ctumble_influenced *world, double strength) {
  world->strength = strength;
  world->pulls = 1;
}

/// Newton's law: towards the origin, by the inverse square of the distance.
static void fall_to_origin(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
  const ctumble_influenced *world = cpBodyGetUserData(body);
  const cpVect place = cpBodyGetPosition(body);
  const double squared = cpvlengthsq(place);
  const cpVect pull = cpvmult(place, -world->strength / (squared * sqrt(squared)));
  (void)gravity;
  cpBodyUpdateVelocity(body, pull, damping, dt);
}

void ctumble_influenced_box(
    ctumble_influenced *world, ctumble_reference_state start, double width, double height, double mass,
    double friction, double elasticity) {
  cpBody *body = cpBodyNew(mass, cpMomentForBox(mass, width, height));
  add_body(world, body);
  cpBodySetAngle(body, start.angle);
  cpBodySetPosition(body, cpv(start.x, start.y));
  cpBodySetVelocity(body, cpv(start.vx, start.vy));
  cpBodySetAngularVelocity(body, start.w);
  if (world->pulls) cpBodySetVelocityUpdateFunc(body, fall_to_origin);
  add_shape(world, cpBoxShapeNew(body, width, height, 0), friction, elasticity);
  world->box[world->boxes++] = body;
}

// MARK: - Water

/// What of a box lies below a height.
static int below(const cpShape *box, double level, cpVect *wet) {
  const cpBody *body = cpShapeGetBody(box);
  int count = 0;
  for (int i = 0; i < corners_of_box; i++) {
    const cpVect from = cpBodyLocalToWorld(body, cpPolyShapeGetVert(box, i));
    const cpVect to = cpBodyLocalToWorld(body, cpPolyShapeGetVert(box, (i + 1) % corners_of_box));
    if (from.y < level) wet[count++] = from;
    if ((from.y < level) != (to.y < level))
      wet[count++] = cpvlerp(from, to, (level - from.y) / (to.y - from.y));
  }
  return count;
}

/// How much an impulse along a direction at an arm changes the velocity there: the inverse of the mass that
/// it meets.
static double mobility(const cpBody *body, cpVect arm, cpVect direction) {
  const double across = cpvcross(arm, direction);
  return 1 / cpBodyGetMass(body) + across * across / cpBodyGetMoment(body);
}

static cpBool float_in_water(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
  const ctumble_influenced *world = data;
  CP_ARBITER_GET_SHAPES(arbiter, water, box)
  cpBody *body = cpShapeGetBody(box);
  const double dt = cpSpaceGetCurrentTimeStep(space);
  cpVect wet[most_corners];
  const int count = below(box, cpShapeGetBB(water).t, wet);
  if (count < 3) return cpTrue;
  const double area = cpAreaForPoly(count, wet, 0);
  const double mass = area * world->density;
  const cpVect centroid = cpCentroidForPoly(count, wet);
  const cpVect center = cpBodyLocalToWorld(body, cpBodyGetCenterOfGravity(body));
  // The drag of its motion, then of its turning.
  const cpVect motion = cpBodyGetVelocityAtWorldPoint(body, centroid);
  if (cpvlength(motion) > 0) {
    const double k = mobility(body, cpvsub(centroid, center), cpvnormalize(motion));
    const double kept = exp(-mass * world->drag * dt * k);
    cpBodyApplyImpulseAtWorldPoint(body, cpvmult(cpvsub(cpvmult(motion, kept), motion), 1 / k), centroid);
  }
  const double moment = cpMomentForPoly(mass * world->drag, count, wet, cpvneg(center), 0);
  const double turning = cpBodyGetAngularVelocity(body);
  cpBodySetAngularVelocity(body, turning * exp(-moment * dt / cpBodyGetMoment(body)));
  // The weight of the water in its place, upwards.
  cpBodyApplyImpulseAtWorldPoint(body, cpvmult(cpSpaceGetGravity(space), -mass * dt), centroid);
  return cpTrue;
}

void ctumble_influenced_water(
    ctumble_influenced *world, double left, double bottom, double right, double top, double density,
    double drag) {
  world->density = density;
  world->drag = drag;
  cpBody *body = add_body(world, cpBodyNewStatic());
  cpShape *shape = add_shape(world, cpBoxShapeNew2(body, cpBBNew(left, bottom, right, top), 0), 0, 0);
  cpShapeSetSensor(shape, cpTrue);
  cpShapeSetCollisionType(shape, water_type);
  cpCollisionHandler *handler = cpSpaceAddCollisionHandler(world->space, water_type, 0);
  handler->preSolveFunc = float_in_water;
  handler->userData = world;
}

void ctumble_influenced_step(ctumble_influenced *world, double dt) { cpSpaceStep(world->space, dt); }

ctumble_reference_state ctumble_influenced_read(const ctumble_influenced *world, int box) {
  const cpBody *body = world->box[box];
  const cpVect position = cpBodyGetPosition(body);
  const cpVect velocity = cpBodyGetVelocity(body);
  return (ctumble_reference_state){
    position.x, position.y, cpBodyGetAngle(body), velocity.x, velocity.y, cpBodyGetAngularVelocity(body),
  };
}
