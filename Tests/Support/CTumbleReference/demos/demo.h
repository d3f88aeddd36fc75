#ifndef CTUMBLE_DEMO_H
#define CTUMBLE_DEMO_H

#include "CTumbleReference.h"

#include <chipmunk/chipmunk.h>

enum { demo_most = 1024, demo_axes = 4, demo_parts = 12 };

/// A world with all that is in it, and what a program remembers of it.
struct ctumble_demo {
  cpSpace *space;
  double dt;
  long steps;
  /// What the program does before and after each step of the engine.
  void (*before)(ctumble_demo *demo);
  void (*after)(ctumble_demo *demo);
  /// What the program does before all is freed, and what it remembers besides: freed with `free`.
  void (*end)(ctumble_demo *demo);
  void *own;
  /// The inputs, now and at the step before.
  double axis[demo_axes], last[demo_axes];
  /// Where the pointer is, and where it was when the button was pressed that is the scene's first input.
  cpVect pointer, pressed;
  /// All that was added; null for what was removed.
  int bodies, shapes, joints;
  cpBody *body[demo_most];
  cpShape *shape[demo_most];
  cpConstraint *joint[demo_most];
  /// What the program goes on to use.
  cpBody *part[demo_parts];
  cpConstraint *link[demo_parts];
  cpBody *found;
  /// By body or joint: a condition as it was after the step before.
  char was[demo_most];
};

/// An empty space.
ctumble_demo *demo_new(double gravity, int rate, int iterations);

/// Bodies that move; `demo_fixed` and `demo_driven` make static and kinematic ones.
cpBody *demo_body(ctumble_demo *demo, double x, double y, double mass, double moment);
cpBody *demo_fixed(ctumble_demo *demo, double x, double y);
cpBody *demo_driven(ctumble_demo *demo, double x, double y);
void demo_remove(ctumble_demo *demo, cpBody *body);

cpShape *demo_shape(ctumble_demo *demo, cpShape *shape, double friction, double elasticity);
/// A box about the body's middle.
cpShape *demo_box(
    ctumble_demo *demo, cpBody *body, double width, double height, double friction, double elasticity);
cpShape *demo_circle(ctumble_demo *demo, cpBody *body, double radius, double friction, double elasticity);
/// Segments from point to point, which know their neighbors.
void demo_line(
    ctumble_demo *demo, cpBody *body, int count, const cpVect *points, double radius, double friction,
    double elasticity);

cpConstraint *demo_joint(ctumble_demo *demo, cpConstraint *joint);
void demo_let_go(ctumble_demo *demo, cpConstraint *joint);

/// Slows a body down: the part of its velocity that it keeps over a second, in place of the space's.
void demo_damp(cpBody *body, double *kept);
/// At the center of gravity.
void demo_hit(cpBody *body, double x, double y);
/// Puts a body elsewhere, and its shapes to where they are found.
void demo_place(cpBody *body, cpVect position, double angle);
/// Whether an input has been pressed, or released, since the step before.
int demo_pressed(const ctumble_demo *demo, int axis);
int demo_released(const ctumble_demo *demo, int axis);
/// Whether a time in seconds, or one of its repetitions, has come with the latest step.
int demo_time(const ctumble_demo *demo, double at, double every);
/// Repeatable random numbers from 0 to 1 (SplitMix64).
double demo_random(unsigned long long *state);

ctumble_demo *demo_chains(void);
ctumble_demo *demo_crane(void);
ctumble_demo *demo_pentagons(void);
ctumble_demo *demo_pump(void);
ctumble_demo *demo_scale(void);
ctumble_demo *demo_slicer(void);
ctumble_demo *demo_slime(void);
ctumble_demo *demo_strandbeest(void);
ctumble_demo *demo_tank(void);
ctumble_demo *demo_web(void);

#endif
