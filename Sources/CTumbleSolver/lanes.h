// How a group of arbiters is solved, one in each lane: included once for each number of LANES and SET of
// instructions. What is real and what corrects overlaps are two chains of arithmetic that do not wait for
// each other; nor do the halves of more lanes than a register has. That is worth more than it costs, as a
// processor mostly waits here.

#define NAME(name) JOIN(name, SET, LANES)
#define INLINE static inline __attribute__((always_inline))
#define D NAME(lanes)
#define VECTOR struct NAME(vector)
#define VELOCITY struct NAME(velocity)
#define BODIES struct NAME(bodies)
#define LEVERS struct NAME(levers)
/// A field of a group, or of its first or second contacts.
#define FIELD(from, name) (*(D *)((from) + (name)*LANES))

#if LANES < 8
typedef double D __attribute__((ext_vector_type(LANES)));
#else
// Fields begin with a line of the cache.
typedef double D __attribute__((ext_vector_type(LANES), aligned(64)));
#endif

VECTOR {
  D x, y;
};
VELOCITY {
  D x, y, turn;
};
/// The rows of as many bodies.
BODIES {
  VELOCITY real, bias;
  D inverse_mass, inverse_moment;
};
/// From the middle of A and of B to where they touch.
LEVERS {
  D x1, y1, x2, y2;
};

// MARK: - Rows

/// The row that begins at a place among the numbers of all rows.
#define ROW(place) ((struct row *)((double *)rows + (place)))

#if LANES >= 4
#if LANES == 4
#define QUADS(at, half) QUAD(at, half, 0)
#define EVEN 0, 4, 2, 6
#define ODD 1, 5, 3, 7
#define FRONT 0, 1, 4, 5
#define BACK 2, 3, 6, 7
#elif LANES == 8
#define QUADS(at, half) TWO_QUADS(at, half, 0)
#define EVEN 0, 8, 2, 10, 4, 12, 6, 14
#define ODD 1, 9, 3, 11, 5, 13, 7, 15
#define FRONT 0, 1, 8, 9, 4, 5, 12, 13
#define BACK 2, 3, 10, 11, 6, 7, 14, 15
#else
#define QUADS(at, half) \
  __builtin_shufflevector( \
      TWO_QUADS(at, half, 0), TWO_QUADS(at, half, 8), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define EVEN 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30
#define ODD 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31
#define FRONT 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29
#define BACK 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31
#endif
#define QUAD(at, half, lane) (*(const four *)&ROW((at)[lane])->half)
#define TWO_QUADS(at, half, lane) \
  __builtin_shufflevector(QUAD(at, half, lane), QUAD(at, half, lane + 4), 0, 1, 2, 3, 4, 5, 6, 7)

/// Turns four vectors that have four numbers each of every fourth row into four that have one number each of
/// every row, or back.
INLINE void NAME(transpose)(D *a, D *b, D *c, D *d) {
  D even_ab = __builtin_shufflevector(*a, *b, EVEN), odd_ab = __builtin_shufflevector(*a, *b, ODD);
  D even_cd = __builtin_shufflevector(*c, *d, EVEN), odd_cd = __builtin_shufflevector(*c, *d, ODD);
  *a = __builtin_shufflevector(even_ab, even_cd, FRONT);
  *b = __builtin_shufflevector(odd_ab, odd_cd, FRONT);
  *c = __builtin_shufflevector(even_ab, even_cd, BACK);
  *d = __builtin_shufflevector(odd_ab, odd_cd, BACK);
}

INLINE BODIES NAME(read)(const struct row *rows, const int32_t *at) {
  D a = QUADS(at, x), b = QUADS(at + 1, x), c = QUADS(at + 2, x), d = QUADS(at + 3, x);
  D e = QUADS(at, bias_x), f = QUADS(at + 1, bias_x), g = QUADS(at + 2, bias_x), h = QUADS(at + 3, bias_x);
  NAME(transpose)(&a, &b, &c, &d);
  NAME(transpose)(&e, &f, &g, &h);
  return (BODIES){{a, b, c}, {e, f, g}, d, h};
}

/// Hides how a vector was made: the compiler would take its shuffles apart for each row that is stored, as a
/// quarter of each is what was loaded.
INLINE void NAME(keep_whole)(D *vector) {
#if LANES <= REGISTER
  __asm__("" : "+x"(*vector));
#elif REGISTER > 0
  __typeof__(vector->lo) low = vector->lo, high = vector->hi;
  __asm__("" : "+x"(low), "+x"(high));
  vector->lo = low;
  vector->hi = high;
#endif
}

INLINE void NAME(write)(struct row *rows, const int32_t *at, BODIES bodies, const bool has_bias) {
  D real[4] = {bodies.real.x, bodies.real.y, bodies.real.turn, bodies.inverse_mass};
  D bias[4] = {bodies.bias.x, bodies.bias.y, bodies.bias.turn, bodies.inverse_moment};
  NAME(transpose)(&real[0], &real[1], &real[2], &real[3]);
  if (has_bias) NAME(transpose)(&bias[0], &bias[1], &bias[2], &bias[3]);
#pragma unroll
  for (int i = 0; i < 4; i++) {
    NAME(keep_whole)(&real[i]);
    if (has_bias) NAME(keep_whole)(&bias[i]);
  }
#pragma unroll
  for (int k = 0; k < LANES; k++) {
    struct row *row = ROW(at[k]);
    D x = real[k % 4], y = bias[k % 4];
    int first = k / 4 * 4;
    *(four *)&row->x = (four){x[first], x[first + 1], x[first + 2], x[first + 3]};
    if (has_bias) *(four *)&row->bias_x = (four){y[first], y[first + 1], y[first + 2], y[first + 3]};
  }
}

#undef TWO_QUADS
#undef QUAD
#undef BACK
#undef FRONT
#undef ODD
#undef EVEN
#undef QUADS
#else

INLINE BODIES NAME(read)(const struct row *rows, const int32_t *at) {
  BODIES bodies;
#pragma unroll
  for (int k = 0; k < LANES; k++) {
    const struct row *row = ROW(at[k]);
    bodies.real.x[k] = row->x;
    bodies.real.y[k] = row->y;
    bodies.real.turn[k] = row->turn;
    bodies.inverse_mass[k] = row->inverse_mass;
    bodies.bias.x[k] = row->bias_x;
    bodies.bias.y[k] = row->bias_y;
    bodies.bias.turn[k] = row->bias_turn;
    bodies.inverse_moment[k] = row->inverse_moment;
  }
  return bodies;
}

INLINE void NAME(write)(struct row *rows, const int32_t *at, BODIES bodies, const bool has_bias) {
#pragma unroll
  for (int k = 0; k < LANES; k++) {
    struct row *row = ROW(at[k]);
    row->x = bodies.real.x[k];
    row->y = bodies.real.y[k];
    row->turn = bodies.real.turn[k];
    if (!has_bias) continue;
    row->bias_x = bodies.bias.x[k];
    row->bias_y = bodies.bias.y[k];
    row->bias_turn = bodies.bias.turn[k];
  }
}
#endif

// MARK: - Contacts

/// The velocity of B against A where they touch.
INLINE VECTOR NAME(between)(VELOCITY a, VELOCITY b, LEVERS r) {
  return (VECTOR){
      (b.x - r.y2 * b.turn) - (a.x - r.y1 * a.turn), (b.y + r.x2 * b.turn) - (a.y + r.x1 * a.turn)};
}

INLINE void NAME(push)(VELOCITY *a, VELOCITY *b, const BODIES *of_a, const BODIES *of_b, LEVERS r, VECTOR j) {
  a->x -= j.x * of_a->inverse_mass;
  a->y -= j.y * of_a->inverse_mass;
  a->turn += of_a->inverse_moment * (r.y1 * j.x - r.x1 * j.y);
  b->x += j.x * of_b->inverse_mass;
  b->y += j.y * of_b->inverse_mass;
  b->turn += of_b->inverse_moment * (r.x2 * j.y - r.y2 * j.x);
}

INLINE LEVERS NAME(levers)(const double *contact) {
  return (LEVERS){FIELD(contact, R1X), FIELD(contact, R1Y), FIELD(contact, R2X), FIELD(contact, R2Y)};
}

/// The numbers of a group's first contacts, or of its second ones.
INLINE double *NAME(contact)(double *group, int k) {
  return group + (ARBITER_FIELDS + k * CONTACT_FIELDS) * LANES;
}

INLINE void NAME(solve)(double *group, const int contacts, struct row *rows) {
  const int32_t *at = (const int32_t *)(group + ROWS * LANES);
  BODIES a = NAME(read)(rows, at), b = NAME(read)(rows, at + LANES);
  const D nx = FIELD(group, NX), ny = FIELD(group, NY);
#pragma unroll
  for (int k = 0; k < contacts; k++) {
    double *contact = NAME(contact)(group, k);
    LEVERS r = NAME(levers)(contact);
    VECTOR bias_velocity = NAME(between)(a.bias, b.bias, r), velocity = NAME(between)(a.real, b.real, r);
    velocity.x += FIELD(group, SURFACE_X);
    velocity.y += FIELD(group, SURFACE_Y);
    // Along the normal, and along the surface.
    D bias_vn = bias_velocity.x * nx + bias_velocity.y * ny;
    D vn = velocity.x * nx + velocity.y * ny;
    D vt = velocity.y * nx - velocity.x * ny;

    D old_bias = FIELD(contact, BIAS_IMPULSE), old_normal = FIELD(contact, NORMAL_IMPULSE);
    D bias = old_bias + (FIELD(contact, BIAS) - bias_vn) * FIELD(contact, NORMAL_MASS);
    D normal = old_normal + (FIELD(contact, TARGET) - vn) * FIELD(contact, NORMAL_MASS);
    FIELD(contact, BIAS_IMPULSE) = bias = bias > 0 ? bias : (D)0;
    FIELD(contact, NORMAL_IMPULSE) = normal = normal > 0 ? normal : (D)0;

    D limit = FIELD(group, FRICTION) * normal, old_tangent = FIELD(contact, TANGENT_IMPULSE);
    D tangent = old_tangent - vt * FIELD(contact, TANGENT_MASS);
    tangent = tangent > -limit ? tangent : -limit;
    FIELD(contact, TANGENT_IMPULSE) = tangent = tangent < limit ? tangent : limit;

    D jb = bias - old_bias, jn = normal - old_normal, jt = tangent - old_tangent;
    NAME(push)(&a.bias, &b.bias, &a, &b, r, (VECTOR){nx * jb, ny * jb});
    NAME(push)(&a.real, &b.real, &a, &b, r, (VECTOR){nx * jn - ny * jt, nx * jt + ny * jn});
  }
  NAME(write)(rows, at, a, true);
  NAME(write)(rows, at + LANES, b, true);
}

/// Applies the impulses of the step before to those that touched in it.
INLINE void NAME(warm)(double *group, const int contacts, struct row *rows, double coefficient) {
  const int32_t *at = (const int32_t *)(group + ROWS * LANES);
  BODIES a = NAME(read)(rows, at), b = NAME(read)(rows, at + LANES);
  VELOCITY cold_a = a.real, cold_b = b.real;
  const D nx = FIELD(group, NX), ny = FIELD(group, NY), warm = FIELD(group, WARM);
#pragma unroll
  for (int k = 0; k < contacts; k++) {
    double *contact = NAME(contact)(group, k);
    D jn = FIELD(contact, NORMAL_IMPULSE), jt = FIELD(contact, TANGENT_IMPULSE);
    VECTOR j = {(nx * jn - ny * jt) * coefficient, (nx * jt + ny * jn) * coefficient};
    NAME(push)(&a.real, &b.real, &a, &b, NAME(levers)(contact), j);
  }
#define CHOOSE(side, part) side.real.part = warm > 0 ? side.real.part : cold_##side.part
  CHOOSE(a, x);
  CHOOSE(a, y);
  CHOOSE(a, turn);
  CHOOSE(b, x);
  CHOOSE(b, y);
  CHOOSE(b, turn);
#undef CHOOSE
  NAME(write)(rows, at, a, false);
  NAME(write)(rows, at + LANES, b, false);
}

// MARK: - Pivots

/// Solves joints that ropes are made of once, or applies the impulses of the step before.
INLINE void NAME(pivot)(double *group, struct row *rows, const bool warms, double coefficient) {
  const int32_t *at = (const int32_t *)(group + ROWS * LANES);
  BODIES a = NAME(read)(rows, at), b = NAME(read)(rows, at + LANES);
  // So that only one half of a row is read.
  a.inverse_moment = FIELD(group, MOMENT_A);
  b.inverse_moment = FIELD(group, MOMENT_B);
  LEVERS r = NAME(levers)(group + PIVOT_R1X * LANES);
  VECTOR old = {FIELD(group, IMPULSE_X), FIELD(group, IMPULSE_Y)};
  VECTOR j = {old.x * coefficient, old.y * coefficient};
  if (!warms) {
    VECTOR velocity = NAME(between)(a.real, b.real, r);
    D x = FIELD(group, WANTED_X) - velocity.x, y = FIELD(group, WANTED_Y) - velocity.y;
    VECTOR sum = {
        old.x + (x * FIELD(group, MASS_XX) + y * FIELD(group, MASS_XY)),
        old.y + (x * FIELD(group, MASS_YX) + y * FIELD(group, MASS_YY))};
    D limit = FIELD(group, LIMIT), square = sum.x * sum.x + sum.y * sum.y;
    bool is_clamped = false;
#pragma unroll
    for (int k = 0; k < LANES; k++) is_clamped |= square[k] > limit[k] * limit[k];
    if (is_clamped) {
      D share = 1.0 / (__builtin_elementwise_sqrt(square) + CPFLOAT_MIN);
      sum.x = square > limit * limit ? sum.x * share * limit : sum.x;
      sum.y = square > limit * limit ? sum.y * share * limit : sum.y;
    }
    FIELD(group, IMPULSE_X) = sum.x;
    FIELD(group, IMPULSE_Y) = sum.y;
    j = (VECTOR){sum.x - old.x, sum.y - old.y};
  }
  NAME(push)(&a.real, &b.real, &a, &b, r, j);
  NAME(write)(rows, at, a, false);
  NAME(write)(rows, at + LANES, b, false);
}

#undef ROW
#undef FIELD
#undef LEVERS
#undef BODIES
#undef VELOCITY
#undef VECTOR
#undef D
#undef INLINE
#undef NAME
#undef LANES
