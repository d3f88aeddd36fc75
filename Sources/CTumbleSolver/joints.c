#include "joints.h"
#include "solver.h"

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
// A constraint of a point, with two.
#define POINT(from) \
  joint->mass[0] = from->k.a; \
  joint->mass[1] = from->k.c; \
  joint->mass[2] = from->k.b; \
  joint->mass[3] = from->k.d; \
  joint->bias[0] = from->bias.x; \
  joint->bias[1] = from->bias.y; \
  joint->impulse[0] = from->jAcc.x; \
  joint->impulse[1] = from->jAcc.y
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
    case PIVOT: {
      const cpPivotJoint *from = (const cpPivotJoint *)constraint;
      LEVERS(from);
      POINT(from);
      break;
    }
    case GROOVE: {
      const cpGrooveJoint *from = (const cpGrooveJoint *)constraint;
      LEVERS(from);
      NORMAL(from->grv_tn);
      POINT(from);
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
#undef POINT
#undef EQUATION
#undef NORMAL
#undef LEVERS
}

void prepare_constraints(ctumble_solver *solver, cpSpace *space, cpFloat dt) {
  int count = space->constraints->num;
  if (solver->is_packed) {
    if (count > solver->joint_capacity) {
      solver->joint_capacity = count + count / 2 + 16;
      solver->joints = resized(solver->joints, solver->joint_capacity, sizeof(struct joint));
    }
    int32_t place = 0;
    for (int i = 0; i < solver->part_count; i++) {
      struct part *part = &solver->parts[i];
      part->first_joint = place;
      for (int32_t level = 0; level < part->joints.count; level++) {
        int32_t end = place + part->joints.counts[level];
        part->joints.counts[level] = place;
        place = end;
      }
      part->joint_count = place - part->first_joint;
    }
  }
  solver->joint_count = count;
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
    struct place place = solver->joint_places[i];
    struct joint *joint = &solver->joints[solver->parts[place.part].joints.counts[place.level]++];
    joint->a = place.a;
    joint->b = place.b;
    pack(joint, kind, constraint, dt);
  }
}
