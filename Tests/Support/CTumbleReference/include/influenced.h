#ifndef CTUMBLE_INFLUENCED_H
#define CTUMBLE_INFLUENCED_H

/// Boxes under the pull of a planet or in water, simulated by plain C as a program would do it that calls
/// libchipmunk: the pull by a velocity function, the water by a sensor's `preSolve` callback. For the tests
/// of fields and fluids.
typedef struct ctumble_influenced ctumble_influenced;

/// An empty space.
ctumble_influenced *ctumble_influenced_new(double gravity_y, int iterations);
void ctumble_influenced_free(ctumble_influenced *world);

/// Boxes that are added from now on fall towards the origin with strength / distance².
void ctumble_influenced_pull(ctumble_influenced *world, double strength);

/// Water from one corner to the other, with its density and its drag per second.
void ctumble_influenced_water(
    ctumble_influenced *world, double left, double bottom, double right, double top, double density,
    double drag);

/// A kinematic disc at the origin, which turns.
void ctumble_influenced_disc(
    ctumble_influenced *world, double radius, double spin, double friction, double elasticity);

/// A static wall.
void ctumble_influenced_wall(
    ctumble_influenced *world, double x1, double y1, double x2, double y2, double radius, double friction,
    double elasticity);

/// Its place, its velocities and its size; boxes are counted from 0.
void ctumble_influenced_box(
    ctumble_influenced *world, ctumble_reference_state start, double width, double height, double mass,
    double friction, double elasticity);

void ctumble_influenced_step(ctumble_influenced *world, double dt);
ctumble_reference_state ctumble_influenced_read(const ctumble_influenced *world, int box);

#endif
