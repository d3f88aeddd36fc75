#include "solver.h"

#include "pairs.h"

#include <stdlib.h>
#include <string.h>

static bool find_engine(void) {
  if (strcmp(cpVersionString, "7.0.3") != 0) return false;
  cpBody *body = cpBodyNew(2, 4);
  cpBodySetVelocity(body, cpv(3, 5));
  cpBodySetAngularVelocity(body, 7);
  cpBodySetForce(body, cpv(11, 13));
  cpBodySetTorque(body, 17);
  bool is_known = body->m == 2 && body->m_inv == 0.5 && body->i == 4 && body->i_inv == 0.25 && body->v.x == 3
      && body->v.y == 5 && body->w == 7 && body->f.x == 11 && body->t == 17 && body->v_bias.x == 0
      && body->sleeping.next == NULL;
  cpSpace *space = cpSpaceNew();
  cpSpaceSetIterations(space, 19);
  cpSpaceSetCollisionSlop(space, 23);
  cpSpaceSetSleepTimeThreshold(space, 29);
  cpSpaceAddBody(space, body);
  cpShape *shape = cpCircleShapeNew(body, 1, cpvzero);
  cpShapeSetSensor(shape, 1);
  cpSpaceAddShape(space, shape);
  is_known = is_known && space->iterations == 19 && space->collisionSlop == 23
      && space->sleepTimeThreshold == 29 && space->dynamicBodies->num == 1
      && space->dynamicBodies->arr[0] == body && space->arbiters->num == 0 && space->constraints->num == 0
      && space->sleepingComponents->num == 0 && shape->body == body && shape->sensor == 1
      && cpSpatialIndexContains(space->dynamicShapes, shape, shape->hashid)
      && cpHashSetCount(space->cachedArbiters) == 0 && space->defaultHandler.beginFunc != NULL;
  cpSpaceRemoveShape(space, shape);
  cpSpaceRemoveBody(space, body);
  cpShapeFree(shape);
  cpBodyFree(body);
  cpSpaceFree(space);
  return is_known && find_constraint_classes();
}

bool ctumble_engine_is_known(void) {
#if defined(__x86_64__)
  return find_engine();
#else
  // The library's own compiler may fuse multiplications with additions there, as it likes: nobody could have
  // its bits.
  (void)find_engine;
  return false;
#endif
}

ctumble_solver *ctumble_solver_new(ctumble_instructions instructions) {
  ctumble_solver *solver = calloc(1, sizeof *solver);
  if (!solver) return NULL;
  solver->most_lanes = (int)instructions;
  solver->loops = loops_for(instructions);
  solver->has_quad_lanes = has_quad_lanes(instructions);
  ctumble_solver_set_threads(solver, 1, ctumble_least_work);
  return solver;
}

void ctumble_solver_free(ctumble_solver *solver) {
  free_crew(solver->crew);
  free(solver->meetings.list);
  free(solver->touches);
  free(solver->remembered);
  free(solver->rows);
  free(solver->owners);
  free(solver->row_levels);
  free(solver->movable);
  free(solver->islands);
  free(solver->contact_places);
  free(solver->joint_places);
  free(solver->numbers);
  free(solver->joints);
  free(solver->pivots);
  for (int i = 0; i < MAX_PARTS; i++) {
    free(solver->parts[i].levels);
    free(solver->parts[i].joint_levels);
  }
  free(solver);
}

void ctumble_solver_set_threads(ctumble_solver *solver, int threads, int64_t least_work) {
  free_crew(solver->crew);
  solver->crew = NULL;
  solver->least_work = least_work;
  solver->threads = threads < 1 ? 1 : threads > MAX_PARTS ? MAX_PARTS : threads;
}

int ctumble_solver_parts(const ctumble_solver *solver) { return solver->is_packed ? solver->part_count : 0; }

void ctumble_prepare(ctumble_solver *solver, void *space_, double dt) {
  cpSpace *space = space_;
  solver->is_packed = false;
  if (space->arbiters->num + space->constraints->num == 0) return;
  solver->is_packed = constraints_are_known(space) && order(solver, space);
  prepare_contacts(solver, space, dt);
  prepare_constraints(solver, space, dt);
}

/// What each part is solved with.
struct task {
  ctumble_solver *solver;
  cpFloat dt_coefficient;
  int iterations;
};

static void solve_part(void *context, int index) {
  const struct task *task = context;
  ctumble_solver *solver = task->solver;
  const struct part *part = &solver->parts[index];
  solver->loops.warm(part, solver->numbers, solver->rows, task->dt_coefficient);
  warm_joints(solver, part, task->dt_coefficient);
  for (int i = 0; i < task->iterations; i++) {
    solver->loops.solve(part, solver->numbers, solver->rows);
    solve_joints(solver, part);
  }
}

/// As the engine does it: for what is not finite, which spreads differently from one order to another.
static void solve_in_engine_order(cpSpace *space, cpFloat dt, cpFloat dt_coefficient) {
  cpArbiter **arbiters = (cpArbiter **)space->arbiters->arr;
  cpConstraint **constraints = (cpConstraint **)space->constraints->arr;
  int contacts = space->arbiters->num, joints = space->constraints->num;
  for (int i = 0; i < contacts; i++) cpArbiterApplyCachedImpulse(arbiters[i], dt_coefficient);
  for (int i = 0; i < joints; i++) constraints[i]->klass->applyCachedImpulse(constraints[i], dt_coefficient);
  for (int round = 0; round < space->iterations; round++) {
    for (int i = 0; i < contacts; i++) cpArbiterApplyImpulse(arbiters[i]);
    for (int i = 0; i < joints; i++) constraints[i]->klass->applyImpulse(constraints[i], dt);
  }
}

/// The impulses of all contacts and constraints.
static void solve(ctumble_solver *solver, cpSpace *space, cpFloat dt, cpFloat dt_coefficient) {
  if (solver->is_packed && fill_rows(solver)) {
    struct task task = {solver, dt_coefficient, space->iterations};
    for_each_piece(solver, solver->part_count, solve_part, &task);
    solver->is_packed = write_rows(solver);
  } else {
    solver->is_packed = false;
  }
  if (solver->is_packed) {
    write_contacts(solver);
    write_joints(solver);
  } else {
    solve_in_engine_order(space, dt, dt_coefficient);
  }
}

/// Whether nobody wants to know what contacts were solved.
static bool has_plain_handlers(cpSpace *space) {
  return cpHashSetCount(space->collisionHandlers) == 0
      && space->defaultHandler.postSolveFunc == cpCollisionHandlerDoNothing.postSolveFunc;
}

void ctumble_solve(ctumble_solver *solver, void *space_, double dt, double dt_coefficient) {
  cpSpace *space = space_;
  if (space->arbiters->num + space->constraints->num > 0) solve(solver, space, dt, dt_coefficient);
  dismiss_crew(solver);

  for (int i = 0; i < space->constraints->num; i++) {
    cpConstraint *constraint = (cpConstraint *)space->constraints->arr[i];
    if (constraint->postSolve) constraint->postSolve(constraint, space);
  }
  if (has_plain_handlers(space)) return;
  for (int i = 0; i < space->arbiters->num; i++) {
    cpArbiter *arbiter = (cpArbiter *)space->arbiters->arr[i];
    arbiter->handler->postSolveFunc(arbiter, space, arbiter->handler->userData);
  }
}
