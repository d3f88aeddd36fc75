// The contacts' loop for one width: included once for each, with WIDTH set to how many contacts are solved at a time, and
// SUFFIX and LANES to match. Each contact has two lanes that do the same arithmetic: one corrects the overlap, the other is
// real and has friction too. There are no shuffles but those that put two lanes of each body beside those of the next.

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define GROUP struct JOIN(group, SUFFIX)

typedef double JOIN(lanes, SUFFIX) __attribute__((ext_vector_type(2 * WIDTH)));

GROUP {
  double r1x[2 * WIDTH], r1y[2 * WIDTH], r2x[2 * WIDTH], r2y[2 * WIDTH];
  double nx[2 * WIDTH], ny[2 * WIDTH];
  // Of friction the lanes that correct overlaps have 0 everywhere.
  double normal_mass[2 * WIDTH], tangent_mass[2 * WIDTH], friction[2 * WIDTH];
  /// The velocity along the normal to be reached.
  double target[2 * WIDTH];
  double surface_x[2 * WIDTH], surface_y[2 * WIDTH];
  double mass_a[2 * WIDTH], moment_a[2 * WIDTH], mass_b[2 * WIDTH], moment_b[2 * WIDTH];
  double normal_impulse[2 * WIDTH], tangent_impulse[2 * WIDTH];
  int32_t a[WIDTH], b[WIDTH];
  char fill[64 - (8 * WIDTH) % 64];
};

#define D JOIN(lanes, SUFFIX)

#if WIDTH == 1
#define GATHER(side, axis) (*(const pair *)rows[side[0]].axis)
#define SCATTER(side, axis, value) *(pair *)rows[side[0]].axis = (value)
#elif WIDTH == 2
#define GATHER(side, axis) \
  __builtin_shufflevector(*(const pair *)rows[side[0]].axis, *(const pair *)rows[side[1]].axis, 0, 1, 2, 3)
#define SCATTER(side, axis, value) \
  do { \
    *(pair *)rows[side[0]].axis = (value).lo; \
    *(pair *)rows[side[1]].axis = (value).hi; \
  } while (0)
#endif

#define FIELD(name) (*(const D *)g->name)

static void JOIN(iterate, SUFFIX)(void *groups, int32_t first, int32_t count, struct row *rows) {
  GROUP *g = (GROUP *)groups + first;
  for (GROUP *end = g + count; g < end; g++) {
    const int32_t *a = g->a, *b = g->b;
    D ax = GATHER(a, x), ay = GATHER(a, y), at = GATHER(a, turn);
    D bx = GATHER(b, x), by = GATHER(b, y), bt = GATHER(b, turn);
    const D r1x = FIELD(r1x), r1y = FIELD(r1y), r2x = FIELD(r2x), r2y = FIELD(r2y);
    const D nx = FIELD(nx), ny = FIELD(ny);

    // The velocity of B against A where they touch, along the normal and along the surface.
    D vx = (bx - r2y * bt) - (ax - r1y * at) + FIELD(surface_x);
    D vy = (by + r2x * bt) - (ay + r1x * at) + FIELD(surface_y);
    D vn = vx * nx + vy * ny;
    D vt = vy * nx - vx * ny;

    D old = FIELD(normal_impulse);
    D normal = old + (FIELD(target) - vn) * FIELD(normal_mass);
    normal = normal > 0 ? normal : (D)0;
    *(D *)g->normal_impulse = normal;
    D jn = normal - old;

    D limit = FIELD(friction) * normal;
    old = FIELD(tangent_impulse);
    D tangent = old - vt * FIELD(tangent_mass);
    tangent = tangent > -limit ? tangent : -limit;
    tangent = tangent < limit ? tangent : limit;
    *(D *)g->tangent_impulse = tangent;
    D jt = tangent - old;

    D jx = nx * jn - ny * jt;
    D jy = nx * jt + ny * jn;
    D mass = FIELD(mass_a);
    ax -= jx * mass;
    ay -= jy * mass;
    at += FIELD(moment_a) * (r1y * jx - r1x * jy);
    SCATTER(a, x, ax);
    SCATTER(a, y, ay);
    SCATTER(a, turn, at);
    mass = FIELD(mass_b);
    bx += jx * mass;
    by += jy * mass;
    bt += FIELD(moment_b) * (r2x * jy - r2y * jx);
    SCATTER(b, x, bx);
    SCATTER(b, y, by);
    SCATTER(b, turn, bt);
  }
}

#undef FIELD
#undef SCATTER
#undef GATHER
#undef D
#undef GROUP
#undef JOIN
#undef JOIN_
#undef WIDTH
#undef SUFFIX
