#include "groups.h"

typedef double four __attribute__((ext_vector_type(4)));

#define JOIN_(a, b, c) a##_##b##_##c
#define JOIN(a, b, c) JOIN_(a, b, c)

// Two lanes of a group may hold one body of infinite mass: each writes what was there. What is not finite is
// seen in the other body, as one of two always moves. A REGISTER has so many numbers; 0 where the compiler's
// way with vectors is left to it.

#define SET base
#define REGISTER 0
#define MOST 4
#define HALF 2
#define QUARTER 1
#include "loop.h"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define SET avx2
#define REGISTER 4
#define MOST 8
#define HALF 4
#define QUARTER 2
#include "loop.h"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512dq"))), apply_to = function)
#define SET avx512
#define REGISTER 8
#define MOST 16
#define HALF 8
#define QUARTER 4
#include "loop.h"
#pragma clang attribute pop
#endif

ctumble_instructions ctumble_best_instructions(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
      && __builtin_cpu_supports("avx512dq"))
    return ctumble_instructions_avx512;
  if (__builtin_cpu_supports("avx2")) return ctumble_instructions_avx2;
#endif
  return ctumble_instructions_base;
}

struct loops loops_for(ctumble_instructions instructions) {
  switch (instructions) {
#if defined(__x86_64__)
    case ctumble_instructions_avx512:
      return (struct loops){solve_all_avx512_16, warm_all_avx512_16, pivots_avx512_16};
    case ctumble_instructions_avx2: return (struct loops){solve_all_avx2_8, warm_all_avx2_8, pivots_avx2_8};
#endif
    default: return (struct loops){solve_all_base_4, warm_all_base_4, pivots_base_4};
  }
}

// MARK: - Groups

/// Gives the groups their lanes, one group after the other in the order in which they are solved. A lane that
/// is left free has any numbers: what comes of them goes to row 0 of its part, which nobody reads.
static void lay_out(ctumble_solver *solver) {
  int64_t end = 0;
  for (int i = 0; i < solver->part_count; i++) {
    struct part *part = &solver->parts[i];
    for (int32_t level = 0; level < part->level_count; level++) {
      for (int contacts = 2; contacts > 0; contacts--) {
        struct group *group = &part->levels[level].groups[contacts - 1];
        group->lanes = lanes_for(solver, group->count);
        group->start = end;
        // Each begins with a line of the cache.
        end += (field_count(contacts) * group->lanes + 7) / 8 * 8;
      }
    }
  }
  if (end > solver->number_capacity) {
    solver->number_capacity = end + end / 4 + 1024;
    solver->numbers = resized(solver->numbers, solver->number_capacity, sizeof(double));
  }
  for (int i = 0; i < solver->part_count; i++) {
    const struct part *part = &solver->parts[i];
    for (int32_t level = 0; level < part->level_count; level++) {
      for (int contacts = 2; contacts > 0; contacts--) {
        const struct group *group = &part->levels[level].groups[contacts - 1];
        for (int32_t lane = group->count; lane < group->lanes; lane++)
          set_rows(slot_in(solver, group, lane), i, i);
      }
    }
  }
}

// MARK: - Before the solver

/// What contacts are prepared with.
struct preparation {
  ctumble_solver *solver;
  cpSpace *space;
  /// As the engine names them.
  cpFloat slop, bias, dt;
};

/// The contacts of one part.
static void prepare_part(void *preparation_, int part) {
  const struct preparation *preparation = preparation_;
  ctumble_solver *solver = preparation->solver;
  cpFloat slop = preparation->slop, bias = preparation->bias, dt = preparation->dt;
  cpArbiter **arbiters = (cpArbiter **)preparation->space->arbiters->arr;
  int count = preparation->space->arbiters->num;
  for (int i = 0; i < count; i++) {
    struct place place = solver->contact_places[i];
    if (place.part != part) continue;
    cpArbiter *arbiter = arbiters[i];
    cpBody *a = arbiter->body_a, *b = arbiter->body_b;
    cpVect n = arbiter->n;
    cpVect delta = cpvsub(b->p, a->p);
    struct slot slot =
        slot_in(solver, &solver->parts[part].levels[place.level].groups[arbiter->count - 1], place.lane);
    set_rows(slot, place.a, place.b);
    *source(slot) = arbiter->contacts;
    *field(slot, NX) = n.x;
    *field(slot, NY) = n.y;
    *field(slot, FRICTION) = arbiter->u;
    *field(slot, SURFACE_X) = arbiter->surface_vr.x;
    *field(slot, SURFACE_Y) = arbiter->surface_vr.y;
    *field(slot, WARM) = arbiter->state != CP_ARBITER_STATE_FIRST_COLLISION;

    for (int k = 0; k < arbiter->count; k++) {
      struct cpContact *contact = &arbiter->contacts[k];
      cpVect r1 = contact->r1, r2 = contact->r2;
      contact->nMass = 1.0f / k_scalar(a, b, r1, r2, n);
      contact->tMass = 1.0f / k_scalar(a, b, r1, r2, cpvperp(n));
      cpFloat distance = cpvdot(cpvadd(cpvsub(r2, r1), delta), n);
      contact->bias = -bias * cpfmin(0.0f, distance + slop) / dt;
      contact->jBias = 0.0f;
      contact->bounce = normal_relative_velocity(a, b, r1, r2, n) * arbiter->e;

      int first = field_count(k);
      *field(slot, first + R1X) = r1.x;
      *field(slot, first + R1Y) = r1.y;
      *field(slot, first + R2X) = r2.x;
      *field(slot, first + R2Y) = r2.y;
      *field(slot, first + NORMAL_MASS) = contact->nMass;
      *field(slot, first + TANGENT_MASS) = contact->tMass;
      *field(slot, first + BIAS) = contact->bias;
      *field(slot, first + TARGET) = -contact->bounce;
      *field(slot, first + BIAS_IMPULSE) = 0;
      *field(slot, first + NORMAL_IMPULSE) = contact->jnAcc;
      *field(slot, first + TANGENT_IMPULSE) = contact->jtAcc;
    }
  }
}

void prepare_contacts(ctumble_solver *solver, cpSpace *space, cpFloat dt) {
  // The engine hands them over in the other order.
  cpFloat slop = space->collisionSlop;
  cpFloat bias = 1.0f - cpfpow(space->collisionBias, dt);
  if (solver->is_packed) {
    lay_out(solver);
    struct preparation preparation = {solver, space, slop, bias, dt};
    for_each_piece(solver, solver->part_count, prepare_part, &preparation);
  } else {
    cpArbiter **arbiters = (cpArbiter **)space->arbiters->arr;
    for (int i = 0; i < space->arbiters->num; i++) cpArbiterPreStep(arbiters[i], dt, slop, bias);
  }
}

// MARK: - After it

void write_contacts(ctumble_solver *solver) {
  for (int i = 0; i < solver->part_count; i++) {
    const struct part *part = &solver->parts[i];
    for (int32_t level = 0; level < part->level_count; level++) {
      for (int contacts = 2; contacts > 0; contacts--) {
        const struct group *group = &part->levels[level].groups[contacts - 1];
        for (int32_t lane = 0; lane < group->count; lane++) {
          struct slot slot = slot_in(solver, group, lane);
          for (int k = 0; k < contacts; k++) {
            struct cpContact *contact = (struct cpContact *)*source(slot) + k;
            contact->jnAcc = *field(slot, field_count(k) + NORMAL_IMPULSE);
            contact->jtAcc = *field(slot, field_count(k) + TANGENT_IMPULSE);
            contact->jBias = *field(slot, field_count(k) + BIAS_IMPULSE);
          }
        }
      }
    }
  }
}
