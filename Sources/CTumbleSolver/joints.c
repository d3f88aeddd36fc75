#include "solver.h"

// The ten constraints of the engine, each with its arithmetic.

typedef double pair __attribute__((ext_vector_type(2), aligned(8)));

enum kind { PIN, SLIDE, PIVOT, GROOVE, SPRING, ROTARY_SPRING, ROTARY_LIMIT, RATCHET, GEAR, MOTOR, KINDS };

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

// MARK: - Before the solver

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

// MARK: - The solver

static inline cpVect velocity_between(const struct row *a, const struct row *b, const struct joint *joint) {
  return cpv(
      (b->x - joint->r2y * b->turn) - (a->x - joint->r1y * a->turn),
      (b->y + joint->r2x * b->turn) - (a->y + joint->r1x * a->turn));
}

static inline void push(struct row *a, struct row *b, const struct joint *joint, cpVect j) {
  a->x -= j.x * a->inverse_mass;
  a->y -= j.y * a->inverse_mass;
  a->turn += a->inverse_moment * (joint->r1y * j.x - joint->r1x * j.y);
  b->x += j.x * b->inverse_mass;
  b->y += j.y * b->inverse_mass;
  b->turn += b->inverse_moment * (joint->r2x * j.y - joint->r2y * j.x);
}

static inline void twist(struct row *a, struct row *b, cpFloat j) {
  a->turn -= j * a->inverse_moment;
  b->turn += j * b->inverse_moment;
}

/// The joint that chains and ropes are made of, x and y at once.
static inline void solve_pivot(struct row *a, struct row *b, struct joint *joint) {
  pair r1 = *(const pair *)&joint->r1x, r2 = *(const pair *)&joint->r2x;
  pair va = {a->x, a->y}, vb = {b->x, b->y};
  pair velocity = (vb + (pair){-r2.y, r2.x} * b->turn) - (va + (pair){-r1.y, r1.x} * a->turn);
  pair wanted = *(const pair *)joint->bias - velocity;
  pair old = *(const pair *)joint->impulse;
  pair sum = old + (wanted.x * *(const pair *)joint->mass + wanted.y * *(const pair *)(joint->mass + 2));
  pair square = sum * sum;
  if (square.x + square.y > joint->limit * joint->limit) {
    cpVect clamped = cpvmult(cpvnormalize(cpv(sum.x, sum.y)), joint->limit);
    sum = (pair){clamped.x, clamped.y};
  }
  *(pair *)joint->impulse = sum;
  pair j = sum - old;
  va -= j * a->inverse_mass;
  vb += j * b->inverse_mass;
  pair turn_a = j * r1.yx, turn_b = j.yx * r2;
  a->x = va.x;
  a->y = va.y;
  a->turn += a->inverse_moment * (turn_a.x - turn_a.y);
  b->x = vb.x;
  b->y = vb.y;
  b->turn += b->inverse_moment * (turn_b.x - turn_b.y);
}

void warm_joints(ctumble_solver *solver, const struct part *part, cpFloat dt_coefficient) {
  const struct joint *joint = solver->joints + part->first_joint, *end = joint + part->joint_count;
  for (; joint < end; joint++) {
    struct row *a = &solver->rows[joint->a], *b = &solver->rows[joint->b];
    switch (joint->kind) {
      case PIN:
      case SLIDE:
        push(a, b, joint, cpvmult(cpv(joint->nx, joint->ny), joint->impulse[0] * dt_coefficient));
        break;
      case PIVOT:
      case GROOVE:
        push(a, b, joint, cpvmult(cpv(joint->impulse[0], joint->impulse[1]), dt_coefficient));
        break;
      case ROTARY_LIMIT:
      case RATCHET:
      case MOTOR: twist(a, b, joint->impulse[0] * dt_coefficient); break;
      case GEAR: {
        cpFloat j = joint->impulse[0] * dt_coefficient;
        a->turn -= j * a->inverse_moment * joint->nx;
        b->turn += j * b->inverse_moment;
        break;
      }
    }
  }
}

void solve_joints(ctumble_solver *solver, const struct part *part) {
  struct joint *joint = solver->joints + part->first_joint, *end = joint + part->joint_count;
  struct row *rows = solver->rows;
  for (; joint < end; joint++) {
    struct row *a = &rows[joint->a], *b = &rows[joint->b];
    switch (joint->kind) {
      case PIN: {
        cpVect n = cpv(joint->nx, joint->ny);
        cpFloat speed = cpvdot(velocity_between(a, b, joint), n);
        cpFloat old = joint->impulse[0];
        joint->impulse[0] =
            cpfclamp(old + (joint->bias[0] - speed) * joint->mass[0], -joint->limit, joint->limit);
        push(a, b, joint, cpvmult(n, joint->impulse[0] - old));
        break;
      }
      case SLIDE: {
        cpVect n = cpv(joint->nx, joint->ny);
        // Between its limits.
        if (n.x == 0 && n.y == 0) break;
        cpFloat speed = cpvdot(velocity_between(a, b, joint), n);
        cpFloat old = joint->impulse[0];
        joint->impulse[0] = cpfclamp(old + (joint->bias[0] - speed) * joint->mass[0], joint->limit, 0.0f);
        push(a, b, joint, cpvmult(n, joint->impulse[0] - old));
        break;
      }
      case PIVOT: solve_pivot(a, b, joint); break;
      case GROOVE: {
        cpVect velocity = velocity_between(a, b, joint);
        cpFloat wanted_x = joint->bias[0] - velocity.x, wanted_y = joint->bias[1] - velocity.y;
        cpVect old = cpv(joint->impulse[0], joint->impulse[1]);
        cpVect sum = cpv(
            old.x + (wanted_x * joint->mass[0] + wanted_y * joint->mass[2]),
            old.y + (wanted_x * joint->mass[1] + wanted_y * joint->mass[3]));
        cpVect n = cpv(joint->nx, joint->ny);
        if (!(joint->extra * cpvcross(sum, n) > 0.0f)) sum = cpvproject(sum, n);
        sum = cpvclamp(sum, joint->limit);
        joint->impulse[0] = sum.x;
        joint->impulse[1] = sum.y;
        push(a, b, joint, cpvsub(sum, old));
        break;
      }
      case SPRING: {
        cpVect n = cpv(joint->nx, joint->ny);
        cpFloat speed = cpvdot(velocity_between(a, b, joint), n);
        cpFloat loss = (joint->bias[0] - speed) * joint->extra;
        joint->bias[0] = speed + loss;
        cpFloat j = loss * joint->mass[0];
        joint->impulse[0] += j;
        push(a, b, joint, cpvmult(n, j));
        break;
      }
      case ROTARY_SPRING: {
        // The engine counts this one from A to B.
        cpFloat speed = a->turn - b->turn;
        cpFloat loss = (joint->bias[0] - speed) * joint->extra;
        joint->bias[0] = speed + loss;
        cpFloat j = loss * joint->mass[0];
        joint->impulse[0] += j;
        a->turn += j * a->inverse_moment;
        b->turn -= j * b->inverse_moment;
        break;
      }
      case ROTARY_LIMIT: {
        if (!joint->bias[0]) break;
        cpFloat speed = b->turn - a->turn;
        cpFloat old = joint->impulse[0], sum = old + -(joint->bias[0] + speed) * joint->mass[0];
        joint->impulse[0] =
            joint->bias[0] < 0.0f ? cpfclamp(sum, 0.0f, joint->limit) : cpfclamp(sum, -joint->limit, 0.0f);
        twist(a, b, joint->impulse[0] - old);
        break;
      }
      case RATCHET: {
        if (!joint->bias[0]) break;
        cpFloat speed = b->turn - a->turn;
        cpFloat ratchet = joint->extra;
        cpFloat old = joint->impulse[0], sum = old + -(joint->bias[0] + speed) * joint->mass[0];
        joint->impulse[0] = cpfclamp(sum * ratchet, 0.0f, joint->limit * cpfabs(ratchet)) / ratchet;
        twist(a, b, joint->impulse[0] - old);
        break;
      }
      case GEAR: {
        cpFloat speed = b->turn * joint->extra - a->turn;
        cpFloat old = joint->impulse[0];
        joint->impulse[0] =
            cpfclamp(old + (joint->bias[0] - speed) * joint->mass[0], -joint->limit, joint->limit);
        cpFloat j = joint->impulse[0] - old;
        a->turn -= j * a->inverse_moment * joint->nx;
        b->turn += j * b->inverse_moment;
        break;
      }
      case MOTOR: {
        cpFloat speed = b->turn - a->turn + joint->bias[0];
        cpFloat old = joint->impulse[0];
        joint->impulse[0] = cpfclamp(old + -speed * joint->mass[0], -joint->limit, joint->limit);
        twist(a, b, joint->impulse[0] - old);
        break;
      }
    }
  }
}

void write_joints(ctumble_solver *solver) {
  for (int32_t i = 0; i < solver->joint_count; i++) {
    const struct joint *joint = &solver->joints[i];
    switch (joint->kind) {
      case PIN: ((cpPinJoint *)joint->source)->jnAcc = joint->impulse[0]; break;
      case SLIDE: ((cpSlideJoint *)joint->source)->jnAcc = joint->impulse[0]; break;
      case PIVOT: ((cpPivotJoint *)joint->source)->jAcc = cpv(joint->impulse[0], joint->impulse[1]); break;
      case GROOVE: ((cpGrooveJoint *)joint->source)->jAcc = cpv(joint->impulse[0], joint->impulse[1]); break;
      case SPRING: {
        cpDampedSpring *spring = (cpDampedSpring *)joint->source;
        spring->jAcc = joint->impulse[0];
        spring->target_vrn = joint->bias[0];
        break;
      }
      case ROTARY_SPRING: {
        cpDampedRotarySpring *spring = (cpDampedRotarySpring *)joint->source;
        spring->jAcc = joint->impulse[0];
        spring->target_wrn = joint->bias[0];
        break;
      }
      case ROTARY_LIMIT: ((cpRotaryLimitJoint *)joint->source)->jAcc = joint->impulse[0]; break;
      case RATCHET: ((cpRatchetJoint *)joint->source)->jAcc = joint->impulse[0]; break;
      case GEAR: ((cpGearJoint *)joint->source)->jAcc = joint->impulse[0]; break;
      case MOTOR: ((cpSimpleMotor *)joint->source)->jAcc = joint->impulse[0]; break;
    }
  }
}
