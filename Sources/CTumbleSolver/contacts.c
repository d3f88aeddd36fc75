#include "solver.h"

#include <string.h>

typedef double pair __attribute__((ext_vector_type(2)));

// Two shared lanes in a group may hold one body of infinite mass: each writes what was there.

#define WIDTH 1
#define SUFFIX 1
#include "lanes.h"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define WIDTH 2
#define SUFFIX 2
#include "lanes.h"
#pragma clang attribute pop
#endif

ctumble_instructions ctumble_best_instructions(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return ctumble_instructions_avx2;
#endif
  return ctumble_instructions_base;
}

size_t contact_group_size(int width) {
#if defined(__x86_64__)
  if (width == 2) return sizeof(struct group2);
#endif
  return sizeof(struct group1);
}

contact_loop contact_loop_for(int width) {
#if defined(__x86_64__)
  if (width == 2) return iterate2;
#endif
  return iterate1;
}

// Whatever the width, a group is the same list of fields, each of 2 × width numbers, and then the rows.
enum field {
  R1, R2, NORMAL, SURFACE, MASS, INVERSE_A, INVERSE_B, FRICTION, TARGET, NORMAL_IMPULSE, TANGENT_IMPULSE,
  FIELD_COUNT
};

_Static_assert(offsetof(struct group1, a) == FIELD_COUNT * 2 * sizeof(double), "the fields are as listed");

/// The numbers of the contact in a place, `2 * width` apart from field to field.
static inline double *numbers(const ctumble_solver *solver, int32_t place) {
  size_t group = (size_t)place >> solver->width_shift;
  return (double *)((char *)solver->groups + group * solver->group_size) + 2 * (place & (solver->width - 1));
}

static inline int32_t *row_a(const ctumble_solver *solver, int32_t place) {
  char *group = (char *)solver->groups + ((size_t)place >> solver->width_shift) * solver->group_size;
  return (int32_t *)(group + ((FIELD_COUNT * 2 * sizeof(double)) << solver->width_shift))
      + (place & (solver->width - 1));
}

/// Ranges for the levels of each part, every level in groups of its own; what is left of the last one stays
/// free.
static void lay_out(ctumble_solver *solver) {
  int width = solver->width;
  int32_t groups = 0;
  for (int i = 0; i < solver->part_count; i++) {
    struct part *part = &solver->parts[i];
    part->first_group = groups;
    for (int32_t level = 0; level < part->contacts.count; level++)
      groups += (part->contacts.counts[level] + width - 1) / width;
    part->group_count = groups - part->first_group;
  }
  if (groups > solver->group_capacity) {
    int64_t capacity = groups + groups / 4 + 16;
    solver->groups = resized(solver->groups, capacity, solver->group_size);
    solver->sources = resized(solver->sources, capacity * width, sizeof(struct cpContact *));
    solver->warm = resized(solver->warm, capacity * width, 1);
    solver->group_capacity = (int32_t)capacity;
  }
  solver->group_count = groups;

  int32_t place = 0;
  for (int i = 0; i < solver->part_count; i++) {
    struct levels *levels = &solver->parts[i].contacts;
    for (int32_t level = 0; level < levels->count; level++) {
      int32_t end = place + levels->counts[level];
      levels->counts[level] = place;
      for (place = end; place % width != 0; place++) {
        double *at = numbers(solver, place);
        for (int field = 0; field < FIELD_COUNT; field++, at += 2 * width) at[0] = at[1] = 0;
        int32_t *row = row_a(solver, place);
        row[0] = row[width] = i;
        solver->sources[place] = NULL;
        solver->warm[place] = 0;
      }
    }
  }
}

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
  int stride = 2 * solver->width;
  cpArbiter **arbiters = (cpArbiter **)preparation->space->arbiters->arr;
  int count = preparation->space->arbiters->num;
  for (int i = 0; i < count; i++) {
    struct place place = solver->contact_places[i];
    if (place.part != part) continue;
    cpArbiter *arbiter = arbiters[i];
    cpBody *a = arbiter->body_a, *b = arbiter->body_b;
    cpVect n = arbiter->n;
    cpVect delta = cpvsub(b->p, a->p);
    int32_t *next = solver->parts[part].contacts.counts + place.level;
    uint8_t warm = arbiter->state != CP_ARBITER_STATE_FIRST_COLLISION;

    for (int k = 0; k < arbiter->count; k++) {
      struct cpContact *contact = &arbiter->contacts[k];
      cpVect r1 = contact->r1, r2 = contact->r2;
      contact->nMass = 1.0f / k_scalar(a, b, r1, r2, n);
      contact->tMass = 1.0f / k_scalar(a, b, r1, r2, cpvperp(n));
      cpFloat distance = cpvdot(cpvadd(cpvsub(r2, r1), delta), n);
      contact->bias = -bias * cpfmin(0.0f, distance + slop) / dt;
      contact->jBias = 0.0f;
      contact->bounce = normal_relative_velocity(a, b, r1, r2, n) * arbiter->e;

      int32_t slot = next[k]++;
      solver->sources[slot] = contact;
      solver->warm[slot] = warm;
      int32_t *row = row_a(solver, slot);
      row[0] = place.a;
      row[solver->width] = place.b;
      double *at = numbers(solver, slot);
#define PUT(field, first, second) *(pair *)(at + field * stride) = (pair){first, second}
      PUT(R1, r1.x, r1.y);
      PUT(R2, r2.x, r2.y);
      PUT(NORMAL, n.x, n.y);
      PUT(SURFACE, arbiter->surface_vr.x, arbiter->surface_vr.y);
      PUT(MASS, contact->nMass, contact->tMass);
      PUT(INVERSE_A, a->m_inv, a->i_inv);
      PUT(INVERSE_B, b->m_inv, b->i_inv);
      PUT(FRICTION, 0, arbiter->u);
      PUT(TARGET, contact->bias, -contact->bounce);
      PUT(NORMAL_IMPULSE, 0, contact->jnAcc);
      PUT(TANGENT_IMPULSE, 0, contact->jtAcc);
#undef PUT
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

void warm_contacts(ctumble_solver *solver, const struct part *part, cpFloat dt_coefficient) {
  int width = solver->width, stride = 2 * width;
  struct row *rows = solver->rows;
  int32_t end = (part->first_group + part->group_count) * width;
  for (int32_t slot = part->first_group * width; slot < end; slot++) {
    if (!solver->warm[slot]) continue;
    const double *at = numbers(solver, slot);
#define GET(field, lane) at[field * stride + lane]
    cpVect j = cpvmult(
        cpvrotate(cpv(GET(NORMAL, 0), GET(NORMAL, 1)), cpv(GET(NORMAL_IMPULSE, 1), GET(TANGENT_IMPULSE, 1))),
        dt_coefficient);
    const int32_t *row = row_a(solver, slot);
    struct row *a = &rows[row[0]], *b = &rows[row[width]];
    a->x[1] -= j.x * GET(INVERSE_A, 0);
    a->y[1] -= j.y * GET(INVERSE_A, 0);
    a->turn[1] += GET(INVERSE_A, 1) * (GET(R1, 1) * j.x - GET(R1, 0) * j.y);
    b->x[1] += j.x * GET(INVERSE_B, 0);
    b->y[1] += j.y * GET(INVERSE_B, 0);
    b->turn[1] += GET(INVERSE_B, 1) * (GET(R2, 0) * j.y - GET(R2, 1) * j.x);
#undef GET
  }
}

void write_contacts(ctumble_solver *solver) {
  int stride = 2 * solver->width;
  int32_t count = solver->group_count * solver->width;
  for (int32_t slot = 0; slot < count; slot++) {
    struct cpContact *contact = solver->sources[slot];
    if (!contact) continue;
    const double *at = numbers(solver, slot);
    contact->jnAcc = at[NORMAL_IMPULSE * stride + 1];
    contact->jtAcc = at[TANGENT_IMPULSE * stride + 1];
    contact->jBias = at[NORMAL_IMPULSE * stride];
  }
}
