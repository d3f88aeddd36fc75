#ifndef CTUMBLE_SOLVER_H
#define CTUMBLE_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

// The phases of a step of Chipmunk's, with its arithmetic and hence its bits, in an order that lets a
// processor do several things at once. TumblePhysics calls them one after the other. A space is the engine's
// `cpSpace`: its type is left out because the module that declares it to Swift is another one.

/// What the solver keeps from step to step: memory, and nothing that a result depends on.
typedef struct ctumble_solver ctumble_solver;

/// Sets of instructions that the contacts' loop is made for; a value is the number of pairs of shapes whose
/// contacts it solves at a time.
typedef enum {
  ctumble_instructions_base = 4,
  ctumble_instructions_avx2 = 8,
  ctumble_instructions_avx512 = 16,
} ctumble_instructions;

/// Whether the engine that is loaded is the one that these phases were made for: its version, and the places
/// of its fields, asked of its own functions.
bool ctumble_engine_is_known(void);

/// The best set of instructions that this processor has.
ctumble_instructions ctumble_best_instructions(void);

/// NULL if there is no memory left.
ctumble_solver *ctumble_solver_new(ctumble_instructions instructions);
void ctumble_solver_free(ctumble_solver *solver);

/// Solves islands on so many threads at most, that of the caller included: as many as each have so much work
/// at least, which is counted in contacts and constraints times iterations.
void ctumble_solver_set_threads(ctumble_solver *solver, int threads, int64_t least_work);

/// The least work of a thread by default: waking one takes some 20 microseconds, and this some 50.
static const int64_t ctumble_least_work = 3000;

/// How many parts the latest step was solved in, one a thread; 0 if it was solved in the engine's own order.
int ctumble_solver_parts(const ctumble_solver *solver);

/// Gives a space that has no shapes yet trees of our own to find pairs of shapes with, in place of the
/// engine's: the same pairs in the same order, in less time.
void ctumble_use_own_trees(void *space);

/// The same by a spatial hash, as `cpSpaceUseSpatialHash` gives it the engine's.
void ctumble_use_own_cells(void *space, double size, int count);

/// Sets the damping of a spring, linear or rotary. The engine's own call wakes both bodies, and with one at
/// every step they would never sleep.
void ctumble_set_damping(void *constraint, double damping);

/// Where this thread keeps the error of an assignment that is refused; what it points to is NULL where that
/// ends the program.
void **ctumble_refusal_slot(void);

// MARK: - The phases, in the order of a step

/// Takes the arbiters of the step before out of the contact graph.
void ctumble_forget_contacts(ctumble_solver *solver, void *space);

/// Finds the pairs of shapes that touch: broad phase, narrow phase, and the callbacks `begin` and `preSolve`.
void ctumble_find_contacts(ctumble_solver *solver, void *space);

/// Puts the arbiters into the contact graph, and bodies that idle to sleep.
void ctumble_connect_contacts(void *space, double dt);

/// Lets go of arbiters that are not used any more, with the callback `separate`.
void ctumble_drop_old_contacts(void *space);

/// Puts contacts and constraints in order, and prepares both for the solver. Reads velocities; springs write
/// some.
void ctumble_prepare(ctumble_solver *solver, void *space, double dt);

/// Applies the impulses of the step before, and solves; then the callbacks `postSolve`.
void ctumble_solve(ctumble_solver *solver, void *space, double dt, double dt_coefficient);

#endif
