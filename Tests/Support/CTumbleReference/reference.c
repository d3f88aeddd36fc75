#include "CTumbleReference.h"

#include <chipmunk/chipmunk.h>
#include <stdlib.h>

enum { most_crates = 5, walls = 4 };

struct ctumble_reference {
  cpSpace *space;
  cpBody *walls;
  cpShape *wall_shapes[walls];
  int count;
  cpBody *crates[most_crates];
  cpShape *crate_shapes[most_crates];
};

static const double view = 300;

static ctumble_reference *reference_new(void) {
  ctumble_reference *reference = calloc(1, sizeof *reference);
  reference->space = cpSpaceNew();
  cpSpaceSetGravity(reference->space, cpv(0, -1000));
  cpSpaceSetIterations(reference->space, 10);
  return reference;
}

static void add_wall(ctumble_reference *reference, int index, cpVect from, cpVect to) {
  cpShape *shape = cpSegmentShapeNew(reference->walls, from, to, 1);
  cpShapeSetFriction(shape, 0.5);
  cpShapeSetElasticity(shape, 0.8);
  reference->wall_shapes[index] = cpSpaceAddShape(reference->space, shape);
}

/// The book counts from the view's top left corner.
static void add_crate(ctumble_reference *reference, double left, double top, double width, double height) {
  cpBody *body = cpBodyNew(100, cpMomentForBox(100, width, height));
  cpBodySetPosition(body, cpv(left + width / 2, view - top - height / 2));
  cpSpaceAddBody(reference->space, body);
  const cpVect corners[4] = {
      cpv(-width / 2, -height / 2),
      cpv(width / 2, -height / 2),
      cpv(width / 2, height / 2),
      cpv(-width / 2, height / 2),
  };
  cpShape *shape = cpPolyShapeNew(body, 4, corners, cpTransformIdentity, 0);
  cpShapeSetFriction(shape, 0.5);
  cpShapeSetElasticity(shape, 0.8);
  cpSpaceAddShape(reference->space, shape);
  reference->crates[reference->count] = body;
  reference->crate_shapes[reference->count] = shape;
  reference->count++;
}

ctumble_reference *ctumble_reference_crate(void) {
  ctumble_reference *reference = reference_new();
  add_crate(reference, 100, 0, 100, 100);
  return reference;
}

ctumble_reference *ctumble_reference_crates(void) {
  ctumble_reference *reference = reference_new();
  reference->walls = cpBodyNewStatic();
  cpSpaceAddBody(reference->space, reference->walls);
  add_wall(reference, 0, cpv(0, 0), cpv(view, 0));
  add_wall(reference, 1, cpv(view, 0), cpv(view, view));
  add_wall(reference, 2, cpv(view, view), cpv(0, view));
  add_wall(reference, 3, cpv(0, view), cpv(0, 0));
  add_crate(reference, 0, 0, 32, 32);
  add_crate(reference, 32, 0, 32, 32);
  add_crate(reference, 64, 0, 64, 64);
  add_crate(reference, 128, 0, 32, 32);
  add_crate(reference, 0, 32, 64, 64);
  return reference;
}

static void remove_shape(cpSpace *space, cpShape *shape) {
  if (!shape) return;
  cpSpaceRemoveShape(space, shape);
  cpShapeFree(shape);
}

static void remove_body(cpSpace *space, cpBody *body) {
  if (!body) return;
  cpSpaceRemoveBody(space, body);
  cpBodyFree(body);
}

void ctumble_reference_free(ctumble_reference *reference) {
  for (int i = 0; i < reference->count; i++) {
    remove_shape(reference->space, reference->crate_shapes[i]);
    remove_body(reference->space, reference->crates[i]);
  }
  for (int i = 0; i < walls; i++) remove_shape(reference->space, reference->wall_shapes[i]);
  remove_body(reference->space, reference->walls);
  cpSpaceFree(reference->space);
  free(reference);
}

void ctumble_reference_step(ctumble_reference *reference) {
  cpSpaceStep(reference->space, 1.0 / 120);
}

int ctumble_reference_count(const ctumble_reference *reference) { return reference->count; }

ctumble_reference_state ctumble_reference_read(const ctumble_reference *reference, int index) {
  const cpBody *body = reference->crates[index];
  const cpVect position = cpBodyGetPosition(body);
  const cpVect velocity = cpBodyGetVelocity(body);
  return (ctumble_reference_state){
    position.x, position.y, cpBodyGetAngle(body), velocity.x, velocity.y, cpBodyGetAngularVelocity(body),
  };
}
