#include "joints.h"
#include "groups.h"

// The ten constraints of the engine, and what the solver needs of each.

/// The engine's classes by kind, as one of each has it.
static const cpConstraintClass *classes[KINDS];

bool find_constraint_classes(void) {
  cpBody *a = cpBodyNew(1, 1), *b = cpBodyNew(1, 1);
  cpConstraint *examples[KINDS] = {
      [PIN] = cpPinJointNew(a, b, cpvzero, cpv(1, 0)),
      [SLIDE] = cpSlideJointNew(a, b, cpvzero, cpv(1, 0), 0, 1),
      [PIVOT] = cpPivotJointNew2(a, b, cpvzero, cpvzero),
      [GROOVE] = cpGrooveJointNew(a, b, cpvzero, cpv(1, 0), cpvzero),
      [SPRING] = cpDampedSpringNew(a, b, cpvzero, cpv(1, 0), 1, 2, 3),
      [ROTARY_SPRING] = cpDampedRotarySpringNew(a, b, 0, 2, 3),
      [ROTARY_LIMIT] = cpRotaryLimitJointNew(a, b, 0, 1),
      [RATCHET] = cpRatchetJointNew(a, b, 0, 1),
      [GEAR] = cpGearJointNew(a, b, 0, 1),
      [MOTOR] = cpSimpleMotorNew(a, b, 1),
  };
  bool is_known = ((cpDampedSpring *)examples[SPRING])->damping == 3 &&
                  ((cpDampedRotarySpring *)examples[ROTARY_SPRING])->damping == 3;
  for (int i = 0; i < KINDS; i++) {
    classes[i] = examples[i]->klass;
    for (int j = 0; j < i; j++) is_known = is_known && classes[i] != classes[j];
    is_known = is_known && examples[i]->a == a && examples[i]->b == b && examples[i]->maxForce == INFINITY;
    cpConstraintSetErrorBias(examples[i], 0.25);
    cpConstraintSetMaxBias(examples[i], 3);
    is_known = is_known && examples[i]->errorBias == 0.25 && examples[i]->maxBias == 3;
    cpConstraintFree(examples[i]);
  }
  cpBodyFree(a);
  cpBodyFree(b);
  return is_known;
}

bool is_pivot(const cpConstraint *constraint) { return constraint->klass == classes[PIVOT]; }

static inline int kind_of(const cpConstraint *constraint) {
  for (int i = 0; i < KINDS; i++)
    if (classes[i] == constraint->klass) return i;
  return -1;
}

bool constraints_are_known(cpSpace *space) {
  cpConstraint **constraints = (cpConstraint **)space->constraints->arr;
  for (int i = 0; i < space->constraints->num; i++)
    if (kind_of(constraints[i]) < 0) return false;
  return true;
}

void ctumble_set_damping(void *constraint, double damping) {
  switch (kind_of(constraint)) {
    case SPRING: ((cpDampedSpring *)constraint)->damping = damping; break;
    case ROTARY_SPRING: ((cpDampedRotarySpring *)constraint)->damping = damping; break;
  }
}

/// `bias_coef` of the latest values: a world's constraints mostly have one.
struct correction {
  cpFloat error_bias, dt, coefficient;
};

static inline cpFloat correction_of(struct correction *latest, const cpConstraint *constraint) {
  if (constraint->errorBias != latest->error_bias) {
    latest->error_bias = constraint->errorBias;
    latest->coefficient = bias_coef(constraint->errorBias, latest->dt);
  }
  return latest->coefficient;
}

static inline cpVect lever(const cpBody *body, cpVect anchor) {
  return cpTransformVect(body->transform, cpvsub(anchor, body->cog));
}

static void prepare_joint(int kind, cpConstraint *constraint, cpFloat dt, struct correction *latest) {
  cpBody *a = constraint->a, *b = constraint->b;
  cpFloat max_bias = constraint->maxBias;
  switch (kind) {
    case PIN: {
      cpPinJoint *joint = (cpPinJoint *)constraint;
      cpFloat coefficient = correction_of(latest, constraint);
      joint->r1 = lever(a, joint->anchorA);
      joint->r2 = lever(b, joint->anchorB);
      cpVect delta = cpvsub(cpvadd(b->p, joint->r2), cpvadd(a->p, joint->r1));
      cpFloat distance = cpvlength(delta);
      joint->n = cpvmult(delta, 1.0f / (distance ? distance : (cpFloat)INFINITY));
      joint->nMass = 1.0f / k_scalar(a, b, joint->r1, joint->r2, joint->n);
      joint->bias = cpfclamp(-coefficient * (distance - joint->dist) / dt, -max_bias, max_bias);
      break;
    }
    case PIVOT: {
      cpPivotJoint *joint = (cpPivotJoint *)constraint;
      cpFloat coefficient = correction_of(latest, constraint);
      joint->r1 = lever(a, joint->anchorA);
      joint->r2 = lever(b, joint->anchorB);
      joint->k = k_tensor(a, b, joint->r1, joint->r2);
      cpVect delta = cpvsub(cpvadd(b->p, joint->r2), cpvadd(a->p, joint->r1));
      joint->bias = cpvclamp(cpvmult(delta, -coefficient / dt), max_bias);
      break;
    }
    default: constraint->klass->preStep(constraint, dt);
  }
}

static void pack(struct joint *joint, int kind, cpConstraint *constraint, cpFloat dt) {
  joint->kind = kind;
  joint->source = constraint;
  joint->limit = constraint->maxForce * dt;
#define LEVERS(from) \
  joint->r1x = from->r1.x; \
  joint->r1y = from->r1.y; \
  joint->r2x = from->r2.x; \
  joint->r2y = from->r2.y
#define NORMAL(n) \
  joint->nx = n.x; \
  joint->ny = n.y
// A constraint of one equation.
#define EQUATION(the_mass, the_bias, the_impulse) \
  joint->mass[0] = the_mass; \
  joint->bias[0] = the_bias; \
  joint->impulse[0] = the_impulse
  switch (kind) {
    case PIN: {
      const cpPinJoint *from = (const cpPinJoint *)constraint;
      LEVERS(from);
      NORMAL(from->n);
      EQUATION(from->nMass, from->bias, from->jnAcc);
      break;
    }
    case SLIDE: {
      const cpSlideJoint *from = (const cpSlideJoint *)constraint;
      LEVERS(from);
      NORMAL(from->n);
      EQUATION(from->nMass, from->bias, from->jnAcc);
      // As the engine has it: the product with a negative force.
      joint->limit = -constraint->maxForce * dt;
      break;
    }
    case GROOVE: {
      const cpGrooveJoint *from = (const cpGrooveJoint *)constraint;
      LEVERS(from);
      NORMAL(from->grv_tn);
      joint->mass[0] = from->k.a;
      joint->mass[1] = from->k.c;
      joint->mass[2] = from->k.b;
      joint->mass[3] = from->k.d;
      joint->bias[0] = from->bias.x;
      joint->bias[1] = from->bias.y;
      joint->impulse[0] = from->jAcc.x;
      joint->impulse[1] = from->jAcc.y;
      joint->extra = from->clamp;
      break;
    }
    case SPRING: {
      const cpDampedSpring *from = (const cpDampedSpring *)constraint;
      LEVERS(from);
      NORMAL(from->n);
      EQUATION(from->nMass, from->target_vrn, from->jAcc);
      joint->extra = from->v_coef;
      break;
    }
    case ROTARY_SPRING: {
      const cpDampedRotarySpring *from = (const cpDampedRotarySpring *)constraint;
      EQUATION(from->iSum, from->target_wrn, from->jAcc);
      joint->extra = from->w_coef;
      break;
    }
    case ROTARY_LIMIT: {
      const cpRotaryLimitJoint *from = (const cpRotaryLimitJoint *)constraint;
      EQUATION(from->iSum, from->bias, from->jAcc);
      break;
    }
    case RATCHET: {
      const cpRatchetJoint *from = (const cpRatchetJoint *)constraint;
      EQUATION(from->iSum, from->bias, from->jAcc);
      joint->extra = from->ratchet;
      break;
    }
    case GEAR: {
      const cpGearJoint *from = (const cpGearJoint *)constraint;
      EQUATION(from->iSum, from->bias, from->jAcc);
      joint->extra = from->ratio;
      joint->nx = from->ratio_inv;
      break;
    }
    case MOTOR: {
      const cpSimpleMotor *from = (const cpSimpleMotor *)constraint;
      EQUATION(from->iSum, from->rate, from->jAcc);
      break;
    }
  }
#undef EQUATION
#undef NORMAL
#undef LEVERS
}

// MARK: - Pivots

/// A level's pivot, in one of its groups.
static inline struct slot pivot_slot(
    const ctumble_solver *solver, const struct joint_level *level, int32_t lane) {
  int32_t most = solver->most_lanes, place = lane & (most - 1), before = lane - place;
  int32_t left = level->pivots - before;
  double *group = solver->pivots + level->start + (int64_t)before * PIVOT_FIELDS;
  return (struct slot){group, place, left < most ? lanes_for(solver, left) : most};
}

static void put_in_lane(struct slot slot, const struct place *place, cpPivotJoint *joint, cpFloat dt) {
  const cpConstraint *constraint = &joint->constraint;
  set_rows(slot, place->a, place->b);
  *source(slot) = joint;
  *field(slot, PIVOT_R1X) = joint->r1.x;
  *field(slot, PIVOT_R1Y) = joint->r1.y;
  *field(slot, PIVOT_R2X) = joint->r2.x;
  *field(slot, PIVOT_R2Y) = joint->r2.y;
  *field(slot, MOMENT_A) = constraint->a->i_inv;
  *field(slot, MOMENT_B) = constraint->b->i_inv;
  *field(slot, MASS_XX) = joint->k.a;
  *field(slot, MASS_YX) = joint->k.c;
  *field(slot, MASS_XY) = joint->k.b;
  *field(slot, MASS_YY) = joint->k.d;
  *field(slot, WANTED_X) = joint->bias.x;
  *field(slot, WANTED_Y) = joint->bias.y;
  *field(slot, IMPULSE_X) = joint->jAcc.x;
  *field(slot, IMPULSE_Y) = joint->jAcc.y;
  *field(slot, LIMIT) = constraint->maxForce * dt;
}

void write_pivots(ctumble_solver *solver) {
  for (int i = 0; i < solver->part_count; i++) {
    for (int32_t k = 0; k < solver->parts[i].joint_level_count; k++) {
      const struct joint_level *level = &solver->parts[i].joint_levels[k];
      for (int32_t lane = 0; lane < level->pivots; lane++) {
        struct slot slot = pivot_slot(solver, level, lane);
        cpPivotJoint *joint = *source(slot);
        joint->jAcc = cpv(*field(slot, IMPULSE_X), *field(slot, IMPULSE_Y));
      }
    }
  }
}

// MARK: - All of a step

/// Gives levels their places, one after the other. A lane that is left free is of its part's first row, and
/// never clamped: its other numbers are any.
static void lay_out(ctumble_solver *solver) {
  int32_t joints = 0;
  int64_t end = 0;
  for (int i = 0; i < solver->part_count; i++) {
    for (int32_t k = 0; k < solver->parts[i].joint_level_count; k++) {
      struct joint_level *level = &solver->parts[i].joint_levels[k];
      level->first = joints;
      level->start = end;
      joints += level->count;
      int32_t most = solver->most_lanes, left = level->pivots % most;
      // Each begins with a line of the cache.
      end += ((int64_t)(level->pivots - left + lanes_for(solver, left)) * PIVOT_FIELDS + 7) / 8 * 8;
    }
  }
  solver->joint_count = joints;
  if (joints > solver->joint_capacity) {
    solver->joint_capacity = joints + joints / 2 + 16;
    solver->joints = resized(solver->joints, solver->joint_capacity, sizeof(struct joint));
  }
  if (end > solver->pivot_capacity) {
    solver->pivot_capacity = end + end / 4 + 1024;
    solver->pivots = resized(solver->pivots, solver->pivot_capacity, sizeof(double));
  }
  for (int i = 0; i < solver->part_count; i++) {
    for (int32_t k = 0; k < solver->parts[i].joint_level_count; k++) {
      const struct joint_level *level = &solver->parts[i].joint_levels[k];
      if (level->pivots == 0) continue;
      struct slot slot = pivot_slot(solver, level, level->pivots - 1);
      while (++slot.lane < slot.lanes) {
        set_rows(slot, i, i);
        *field(slot, LIMIT) = INFINITY;
      }
    }
  }
}

void prepare_constraints(ctumble_solver *solver, cpSpace *space, cpFloat dt) {
  int count = space->constraints->num;
  if (solver->is_packed) lay_out(solver);
  // NaN, which is no constraint's: the first one fills it.
  struct correction latest = {__builtin_nan(""), dt, 0};
  for (int i = 0; i < count; i++) {
    cpConstraint *constraint = (cpConstraint *)space->constraints->arr[i];
    if (constraint->preSolve) constraint->preSolve(constraint, space);
    if (!solver->is_packed) {
      constraint->klass->preStep(constraint, dt);
      continue;
    }
    int kind = kind_of(constraint);
    prepare_joint(kind, constraint, dt, &latest);
    const struct place *place = &solver->joint_places[i];
    const struct joint_level *level = &solver->parts[place->part].joint_levels[place->level];
    if (kind == PIVOT) {
      put_in_lane(pivot_slot(solver, level, place->lane), place, (cpPivotJoint *)constraint, dt);
    } else {
      struct joint *joint = &solver->joints[level->first + place->lane];
      joint->a = place->a;
      joint->b = place->b;
      pack(joint, kind, constraint, dt);
    }
  }
}
