#include "joints.h"
#include "solver.h"

// The constraints of the engine in the solver, each with its arithmetic; pivots are in lanes.h.

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

static void warm_list(
    const struct joint *joint, const struct joint *end, struct row *rows, cpFloat dt_coefficient) {
  for (; joint < end; joint++) {
    struct row *a = &rows[joint->a], *b = &rows[joint->b];
    switch (joint->kind) {
      case PIN:
      case SLIDE:
        push(a, b, joint, cpvmult(cpv(joint->nx, joint->ny), joint->impulse[0] * dt_coefficient));
        break;
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

static void solve_list(struct joint *joint, const struct joint *end, struct row *rows) {
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

void warm_joints(ctumble_solver *solver, const struct part *part, cpFloat dt_coefficient) {
  for (int32_t i = 0; i < part->joint_level_count; i++) {
    const struct joint_level *level = &part->joint_levels[i];
    const struct joint *first = &solver->joints[level->first];
    solver->loops.pivots(solver->pivots + level->start, level->pivots, solver->rows, true, dt_coefficient);
    warm_list(first, first + level->count, solver->rows, dt_coefficient);
  }
}

void solve_joints(ctumble_solver *solver, const struct part *part) {
  for (int32_t i = 0; i < part->joint_level_count; i++) {
    const struct joint_level *level = &part->joint_levels[i];
    struct joint *first = &solver->joints[level->first];
    solver->loops.pivots(solver->pivots + level->start, level->pivots, solver->rows, false, 0);
    solve_list(first, first + level->count, solver->rows);
  }
}

void write_joints(ctumble_solver *solver) {
  write_pivots(solver);
  for (int32_t i = 0; i < solver->joint_count; i++) {
    const struct joint *joint = &solver->joints[i];
    switch (joint->kind) {
      case PIN: ((cpPinJoint *)joint->source)->jnAcc = joint->impulse[0]; break;
      case SLIDE: ((cpSlideJoint *)joint->source)->jnAcc = joint->impulse[0]; break;
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
