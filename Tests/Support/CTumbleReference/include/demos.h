#ifndef CTUMBLE_DEMOS_H
#define CTUMBLE_DEMOS_H

/// Scenes of the gallery as plain C programs on libchipmunk: the same world, built and driven by the
/// library's own functions and callbacks. Several take their idea from the library's demos. What a scene file
/// has to equal, bit for bit.
typedef struct ctumble_demo ctumble_demo;

/// The program of a scene; null where there is none of that name.
ctumble_demo *ctumble_demo_new(const char *scene);
void ctumble_demo_free(ctumble_demo *demo);

/// What a person does with the scene's `axis`-th input: -1 to 1.
void ctumble_demo_input(ctumble_demo *demo, int axis, double value);

/// Where a person points.
void ctumble_demo_point(ctumble_demo *demo, double x, double y);

/// Takes one step, and does what the program does between two steps.
void ctumble_demo_step(ctumble_demo *demo);

/// The bodies that move, in the order in which they were added, without those that were removed.
int ctumble_demo_count(const ctumble_demo *demo);
ctumble_reference_state ctumble_demo_read(const ctumble_demo *demo, int index);

/// How many constraints are left.
int ctumble_demo_joints(const ctumble_demo *demo);

/// How many kilograms lie on a body, by the impulses of its contacts.
double ctumble_demo_load(const ctumble_demo *demo);

#endif
