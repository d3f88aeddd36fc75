// The contacts' loop for one width: included once for each, with WIDTH set to how many contacts are solved at
// a time, and SUFFIX and LANES to match. Each contact has two lanes that do the same arithmetic: one corrects
// the overlap, the other is real and has friction too. There are no shuffles but those that put two lanes of
// each body beside those of the next, and those within a contact's two lanes, which come nearly free with
// reading them.

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define GROUP struct JOIN(group, SUFFIX)

typedef double JOIN(lanes, SUFFIX) __attribute__((ext_vector_type(2 * WIDTH)));

// Numbers that both lanes of a contact have, or that the real one has alone, lie by twos in the two lanes: so
// a contact takes up three lines of the cache.
GROUP {
  /// x and y.
  double r1[2 * WIDTH], r2[2 * WIDTH], normal[2 * WIDTH], surface[2 * WIDTH];
  /// Along the normal, and along the surface.
  double mass[2 * WIDTH];
  /// The inverse mass and the inverse moment.
  double inverse_a[2 * WIDTH], inverse_b[2 * WIDTH];
  // Of friction the lanes that correct overlaps have 0.
  double friction[2 * WIDTH];
  /// The velocity along the normal to be reached.
  double target[2 * WIDTH];
  double normal_impulse[2 * WIDTH], tangent_impulse[2 * WIDTH];
  int32_t a[WIDTH], b[WIDTH];
  char fill[64 - (88 * 2 * WIDTH + 8 * WIDTH) % 64];
};

#define D JOIN(lanes, SUFFIX)

#if WIDTH == 1
#define FIRST_OF_TWO 0, 0
#define SECOND_OF_TWO 1, 1
#define SECOND_OR_ZERO 2, 1
#define GATHER(side, axis) (*(const pair *)rows[side[0]].axis)
#define SCATTER(side, axis, value) *(pair *)rows[side[0]].axis = (value)
#elif WIDTH == 2
#define FIRST_OF_TWO 0, 0, 2, 2
#define SECOND_OF_TWO 1, 1, 3, 3
#define SECOND_OR_ZERO 4, 1, 6, 3
#define GATHER(side, axis) \
  __builtin_shufflevector(*(const pair *)rows[side[0]].axis, *(const pair *)rows[side[1]].axis, 0, 1, 2, 3)
#define SCATTER(side, axis, value) \
  do { \
    *(pair *)rows[side[0]].axis = (value).lo; \
    *(pair *)rows[side[1]].axis = (value).hi; \
  } while (0)
#endif

#define FIELD(name) (*(const D *)g->name)
/// Of two numbers in the two lanes of each contact, the first in both lanes, the second in both, and 0 and
/// the second.
#define FIRST(name) __builtin_shufflevector(FIELD(name), FIELD(name), FIRST_OF_TWO)
#define SECOND(name) __builtin_shufflevector(FIELD(name), FIELD(name), SECOND_OF_TWO)
#define REAL(vector) __builtin_shufflevector(vector, (D)0, SECOND_OR_ZERO)

static void JOIN(iterate, SUFFIX)(void *groups, int32_t first, int32_t count, struct row *rows) {
  GROUP *g = (GROUP *)groups + first;
  for (GROUP *end = g + count; g < end; g++) {
    const int32_t *a = g->a, *b = g->b;
    D ax = GATHER(a, x), ay = GATHER(a, y), at = GATHER(a, turn);
    D bx = GATHER(b, x), by = GATHER(b, y), bt = GATHER(b, turn);
    const D r1x = FIRST(r1), r1y = SECOND(r1), r2x = FIRST(r2), r2y = SECOND(r2);
    const D nx = FIRST(normal), ny = SECOND(normal);

    // The velocity of B against A where they touch, along the normal and along the surface.
    D vx = (bx - r2y * bt) - (ax - r1y * at) + REAL(FIRST(surface));
    D vy = (by + r2x * bt) - (ay + r1x * at) + REAL(FIELD(surface));
    D vn = vx * nx + vy * ny;
    D vt = vy * nx - vx * ny;

    D old = FIELD(normal_impulse);
    D normal = old + (FIELD(target) - vn) * FIRST(mass);
    normal = normal > 0 ? normal : (D)0;
    *(D *)g->normal_impulse = normal;
    D jn = normal - old;

    D limit = FIELD(friction) * normal;
    old = FIELD(tangent_impulse);
    // Where overlaps are corrected the limit is 0, whatever this is.
    D tangent = old - vt * SECOND(mass);
    tangent = tangent > -limit ? tangent : -limit;
    tangent = tangent < limit ? tangent : limit;
    *(D *)g->tangent_impulse = tangent;
    D jt = tangent - old;

    D jx = nx * jn - ny * jt;
    D jy = nx * jt + ny * jn;
    D mass = FIRST(inverse_a);
    ax -= jx * mass;
    ay -= jy * mass;
    at += SECOND(inverse_a) * (r1y * jx - r1x * jy);
    SCATTER(a, x, ax);
    SCATTER(a, y, ay);
    SCATTER(a, turn, at);
    mass = FIRST(inverse_b);
    bx += jx * mass;
    by += jy * mass;
    bt += SECOND(inverse_b) * (r2x * jy - r2y * jx);
    SCATTER(b, x, bx);
    SCATTER(b, y, by);
    SCATTER(b, turn, bt);
  }
}

#undef REAL
#undef SECOND
#undef FIRST
#undef FIELD
#undef SECOND_OR_ZERO
#undef SECOND_OF_TWO
#undef FIRST_OF_TWO
#undef SCATTER
#undef GATHER
#undef D
#undef GROUP
#undef JOIN
#undef JOIN_
#undef WIDTH
#undef SUFFIX
