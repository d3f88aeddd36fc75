#include "pairs.h"

// Pairs of polygons with four corners each, four at a time: what `collide_polygons` does with the pairs of a
// pile, most of which touch as they did in the step before. Then the edge of the difference that was closest
// to the origin still is, and that takes one round of GJK, and one of EPA if the two overlap. Others are
// measured along their faces. A lane in which anything else comes out is left to `collide_polygons`. The
// arithmetic is the same, operation by operation.

#if defined(__x86_64__)
#include <immintrin.h>

bool has_quad_lanes(ctumble_instructions instructions) { return instructions >= ctumble_instructions_avx2; }

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#include "quad_vectors.h"

// MARK: - Corners

/// A polygon of each pair.
struct quads {
  const struct cpSplittingPlane *planes[4];
  struct vectors corners[4];
};

INLINE pair read(cpVect vector) { return (pair){vector.x, vector.y}; }

INLINE struct vectors gathered(cpVect a, cpVect b, cpVect c, cpVect d) {
  numbers ac = __builtin_shufflevector(read(a), read(c), 0, 1, 2, 3);
  numbers bd = __builtin_shufflevector(read(b), read(d), 0, 1, 2, 3);
  return (struct vectors){
      __builtin_shufflevector(ac, bd, 0, 4, 2, 6), __builtin_shufflevector(ac, bd, 1, 5, 3, 7)};
}

/// Of each polygon the corner with an index of its own.
INLINE struct vectors corner_at(const struct quads *quads, wholes i) {
  const struct cpSplittingPlane *const *planes = quads->planes;
  return gathered(planes[0][i[0]].v0, planes[1][i[1]].v0, planes[2][i[2]].v0, planes[3][i[3]].v0);
}

INLINE struct vectors normal_at(const struct quads *quads, wholes i) {
  const struct cpSplittingPlane *const *planes = quads->planes;
  return gathered(planes[0][i[0]].n, planes[1][i[1]].n, planes[2][i[2]].n, planes[3][i[3]].n);
}

INLINE struct quads quads_of(const cpShape *a, const cpShape *b, const cpShape *c, const cpShape *d) {
  struct quads quads = {
      .planes = {
          ((const struct cpPolyShape *)a)->planes, ((const struct cpPolyShape *)b)->planes,
          ((const struct cpPolyShape *)c)->planes, ((const struct cpPolyShape *)d)->planes}};
#pragma unroll
  for (int i = 0; i < 4; i++) quads.corners[i] = corner_at(&quads, (wholes)i);
  return quads;
}

INLINE numbers radii(const cpShape *a, const cpShape *b, const cpShape *c, const cpShape *d) {
  return (numbers){
      ((const struct cpPolyShape *)a)->r, ((const struct cpPolyShape *)b)->r,
      ((const struct cpPolyShape *)c)->r, ((const struct cpPolyShape *)d)->r};
}

/// Corners that lie farthest in a direction, the first of several.
struct support {
  struct vectors corners;
  wholes index;
};

/// Finds those that lie farthest in a direction, and in the opposite one.
INLINE void find_supports(
    const struct quads *quads, struct vectors n, struct support *most, struct support *least) {
  numbers reach = dot(quads->corners[0], n);
  // What is no number is not far.
  numbers far = reach > -INFINITY ? reach : (numbers)-INFINITY;
  numbers near = reach < INFINITY ? reach : (numbers)INFINITY;
  *most = *least = (struct support){quads->corners[0], (wholes)0};
#pragma unroll
  for (int i = 1; i < 4; i++) {
    struct vectors corner = quads->corners[i];
    reach = dot(corner, n);
    wholes is_far = reach > far, is_near = reach < near;
    far = is_far ? reach : far;
    near = is_near ? reach : near;
    *most = (struct support){choose(is_far, corner, most->corners), is_far ? (wholes)i : most->index};
    *least = (struct support){choose(is_near, corner, least->corners), is_near ? (wholes)i : least->index};
  }
}

// MARK: - Edges of the difference

INLINE wholes is_beyond(struct vectors a, struct vectors b, struct vectors c) {
  return (b.y - a.y) * (a.x + b.x - 2 * c.x) > (b.x - a.x) * (a.y + b.y - 2 * c.y);
}

INLINE wholes origin_is_beyond(struct vectors a, struct vectors b) {
  return is_beyond(a, b, (struct vectors){(numbers)0, (numbers)0});
}

/// As `cpfclamp`, `cpfmin` and `cpfmax` have it where a number is none.
INLINE numbers clamped(numbers f, double low, double high) {
  f = f > low ? f : (numbers)low;
  return f < high ? f : (numbers)high;
}

INLINE numbers closest_place(struct vectors a, struct vectors b) {
  struct vectors delta = sub(b, a);
  return -clamped(dot(delta, add(a, b)) / dot(delta, delta), -1, 1);
}

INLINE struct vectors between(struct vectors a, struct vectors b, numbers t) {
  numbers half = 0.5 * t;
  return add(mult(a, 0.5 - half), mult(b, 0.5 + half));
}

INLINE numbers edge_distance(struct vectors a, struct vectors b) {
  struct vectors p = between(a, b, closest_place(a, b));
  return dot(p, p);
}

/// The edges of the difference that are closest to the origin.
struct closest {
  struct vectors n;
  numbers distance;
  wholes id;
  wholes is_sure;
};

INLINE struct closest closest_on(struct vectors a, struct vectors b, wholes id, wholes is_sure) {
  struct vectors delta = sub(b, a);
  numbers length = (numbers)_mm256_sqrt_pd((__m256d)dot(delta, delta));
  struct vectors n = mult((struct vectors){delta.y, -delta.x}, 1.0 / (length + CPFLOAT_MIN));
  return (struct closest){n, dot(n, between(a, b, closest_place(a, b))), id, is_sure};
}

/// Finds those that were closest in the step before, if they still are.
INLINE struct closest find_closest(const struct quads *one, const struct quads *two, wholes id) {
  // Corners of what has other shapes now are left alone.
  wholes is_sure = (id & ~0x03030303L) == 0;
  struct vectors v0 = sub(corner_at(two, id >> 16 & 3), corner_at(one, id >> 24 & 3));
  struct vectors v1 = sub(corner_at(two, id & 3), corner_at(one, id >> 8 & 3));
  wholes id0 = id >> 16, id1 = id & 0xffff;
  wholes is_turned = origin_is_beyond(v1, v0);
  struct vectors first = choose(is_turned, v1, v0);
  v1 = choose(is_turned, v0, v1);
  v0 = first;
  wholes first_id = is_turned ? id1 : id0;
  id1 = is_turned ? id0 : id1;
  id0 = first_id;

  numbers t = closest_place(v0, v1);
  is_sure &= (-1.0 < t) & (t < 1.0);
  struct vectors along = sub(v1, v0), across = {-along.y, along.x};
  struct support most_of_one, least_of_one, most_of_two, least_of_two;
  find_supports(one, across, &most_of_one, &least_of_one);
  find_supports(two, across, &most_of_two, &least_of_two);
  struct vectors p = sub(most_of_two.corners, least_of_one.corners);
  wholes overlaps = origin_is_beyond(p, v0) & origin_is_beyond(v1, p);
  numbers reach0 = dot(v0, across), reach1 = dot(v1, across);
  wholes is_apart = ~overlaps & (dot(p, across) <= (reach0 > reach1 ? reach0 : reach1));

  // Where they overlap, EPA begins with the triangle of these three and ends where this edge is its closest
  // one and no corner lies beyond it.
  struct vectors foot = between(v0, v1, t);
  numbers known = dot(foot, foot);
  wholes is_closest = (known < INFINITY) & ~(edge_distance(v0, p) < known) & ~(edge_distance(p, v1) < known);
  struct vectors q = sub(least_of_two.corners, most_of_one.corners);
  wholes q_id = most_of_one.index << 8 | least_of_two.index;
  wholes is_new = (q_id != id0) & (q_id != id1) & is_beyond(v1, v0, q);
  wholes is_deepest = overlaps & is_closest & ~is_new;

  // Where they overlap the edge goes the other way: what is 0 has a sign.
  return closest_on(
      choose(is_deepest, v1, v0), choose(is_deepest, v0, v1),
      is_deepest ? id1 << 16 | id0 : id0 << 16 | id1, is_sure & (is_deepest | is_apart));
}

// MARK: - Clear cases

// Wherever the search begins, it ends at the edge of the difference that is closest to the origin within it,
// if that is so by more than what rounding can do. That edge is a face of one polygon and the corner of the
// other one that lies deepest behind it.

/// The faces behind which all of the other polygon lies least deep.
struct faces {
  /// The distances of what lies deepest there, below 0, and the next to greatest ones.
  numbers best, second;
  struct vectors n;
  /// Those of the second polygons come after those of the first.
  wholes index;
};

INLINE void measure_faces(
    struct faces *faces, const struct quads *own, const struct quads *other, int first) {
#pragma unroll
  for (int i = 0; i < 4; i++) {
    struct vectors n = normal_at(own, (wholes)i);
    numbers least = dot(other->corners[0], n);
#pragma unroll
    for (int j = 1; j < 4; j++) {
      numbers reach = dot(other->corners[j], n);
      least = reach < least ? reach : least;
    }
    numbers depth = least - dot(own->corners[i], n);
    wholes is_best = depth > faces->best;
    faces->second = is_best ? faces->best : depth > faces->second ? depth : faces->second;
    faces->best = is_best ? depth : faces->best;
    faces->n = choose(is_best, n, faces->n);
    faces->index = is_best ? (wholes)(first + i) : faces->index;
  }
}

/// Far more than what rounding can do, for numbers as large as the corners' coordinates.
INLINE numbers margins(const struct quads *one, const struct quads *two) {
  numbers size = (numbers)0;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const numbers each[4] = {one->corners[i].x, one->corners[i].y, two->corners[i].x, two->corners[i].y};
#pragma unroll
    for (int k = 0; k < 4; k++) {
      numbers magnitude = each[k] < 0 ? -each[k] : each[k];
      size = magnitude > size ? magnitude : size;
    }
  }
  return size * 1e-9;
}

/// Whether a search may begin at a corner of the difference: one that begins at the origin ends there.
INLINE wholes is_start(const struct quads *one, const struct quads *two, wholes id, numbers margin) {
  struct vectors v = sub(corner_at(two, id & 3), corner_at(one, id >> 8 & 3));
  return dot(v, v) > margin * margin;
}

INLINE struct closest find_deepest(const struct quads *one, const struct quads *two, wholes id) {
  struct faces faces = {(numbers)-INFINITY, (numbers)-INFINITY, {(numbers)0, (numbers)0}, (wholes)0};
  measure_faces(&faces, one, two, 0);
  measure_faces(&faces, two, one, 4);
  numbers margin = margins(one, two);
  wholes is_sure = (faces.best < -margin) & (faces.best - faces.second > margin);
  is_sure &= (id & ~0x03030303L) == 0;
  is_sure &= is_start(one, two, id >> 16, margin) & is_start(one, two, id, margin);

  // The other polygon's corner that lies deepest.
  wholes is_of_two = faces.index >= 4, face = faces.index & 3, before = (face - 1) & 3, deepest = (wholes)0;
  numbers least = dot(choose(is_of_two, one->corners[0], two->corners[0]), faces.n), next = (numbers)INFINITY;
#pragma unroll
  for (int i = 1; i < 4; i++) {
    numbers reach = dot(choose(is_of_two, one->corners[i], two->corners[i]), faces.n);
    wholes is_least = reach < least;
    next = is_least ? least : reach < next ? reach : next;
    least = is_least ? reach : least;
    deepest = is_least ? (wholes)i : deepest;
  }
  is_sure &= next - least > margin;

  wholes i0 = is_of_two ? deepest : face, j0 = is_of_two ? face : deepest;
  wholes i1 = is_of_two ? deepest : before, j1 = is_of_two ? before : deepest;
  return closest_on(
      sub(corner_at(two, j0), corner_at(one, i0)), sub(corner_at(two, j1), corner_at(one, i1)),
      (i0 << 8 | j0) << 16 | i1 << 8 | j1, is_sure);
}

// MARK: - Contacts

/// The edges that face a direction, by the indices of their corners.
struct edges {
  struct vectors a, b;
  wholes from, to;
};

INLINE struct edges facing_edges(const struct quads *quads, struct vectors n) {
  struct support most, least;
  find_supports(quads, n, &most, &least);
  wholes i1 = most.index, i0 = (i1 - 1) & 3, i2 = (i1 + 1) & 3;
  wholes is_before = dot(n, normal_at(quads, i1)) > dot(n, normal_at(quads, i2));
  wholes from = is_before ? i0 : i1, to = is_before ? i1 : i2;
  return (struct edges){corner_at(quads, from), corner_at(quads, to), from, to};
}

INLINE struct vectors lerp(struct vectors a, struct vectors b, numbers t) {
  // As `cpfclamp01` has it.
  t = t < 1.0 ? t : (numbers)1.0;
  t = 0.0 > t ? (numbers)0.0 : t;
  return add(mult(a, 1.0 - t), mult(b, t));
}

/// Points of the first polygons and of the second ones.
struct points {
  struct vectors r1, r2;
};

/// Writes each lane's points as its contact with an index of its own.
INLINE void put_points(struct touch *const touches[4], const unsigned index[4], struct points points) {
  numbers x1 = points.r1.x, y1 = points.r1.y, x2 = points.r2.x, y2 = points.r2.y;
  numbers even1 = __builtin_shufflevector(x1, y1, 0, 4, 2, 6);
  numbers even2 = __builtin_shufflevector(x2, y2, 0, 4, 2, 6);
  numbers odd1 = __builtin_shufflevector(x1, y1, 1, 5, 3, 7);
  numbers odd2 = __builtin_shufflevector(x2, y2, 1, 5, 3, 7);
  const numbers rows[4] = {
      __builtin_shufflevector(even1, even2, 0, 1, 4, 5), __builtin_shufflevector(odd1, odd2, 0, 1, 4, 5),
      __builtin_shufflevector(even1, even2, 2, 3, 6, 7), __builtin_shufflevector(odd1, odd2, 2, 3, 6, 7)};
#pragma unroll
  for (int k = 0; k < 4; k++) _mm256_storeu_pd(&touches[k]->contacts[index[k]].r1.x, (__m256d)rows[k]);
}

/// One end of each edge against the other edge, where these touch along a normal.
INLINE void add_contacts(
    const struct meeting *const meetings[4], struct touch *const touches[4], unsigned touching,
    struct vectors n, struct edges e1, struct edges e2, numbers radius1, numbers radius2) {
  numbers a1 = cross(e1.a, n), b1 = cross(e1.b, n), a2 = cross(e2.a, n), b2 = cross(e2.b, n);
  numbers scale1 = 1.0 / (b1 - a1 + CPFLOAT_MIN), scale2 = 1.0 / (b2 - a2 + CPFLOAT_MIN);
  struct vectors skin1 = mult(n, radius1), skin2 = mult(n, -radius2);
  struct points one = {
      add(skin1, lerp(e1.a, e1.b, (b2 - a1) * scale1)), add(skin2, lerp(e2.a, e2.b, (a1 - a2) * scale2))};
  struct points two = {
      add(skin1, lerp(e1.a, e1.b, (a2 - a1) * scale1)), add(skin2, lerp(e2.a, e2.b, (b1 - a2) * scale2))};
  unsigned has_one = touching & bits(dot(sub(one.r2, one.r1), n) <= 0.0);
  unsigned has_two = touching & bits(dot(sub(two.r2, two.r1), n) <= 0.0);
  // Both are written, and counted if there are such: the second one takes the first one's place if there is
  // none.
  const unsigned first[4] = {0, 0, 0, 0};
  const unsigned next[4] = {has_one & 1, has_one >> 1 & 1, has_one >> 2 & 1, has_one >> 3};
  put_points(touches, first, one);
  put_points(touches, next, two);
#pragma unroll
  for (int k = 0; k < 4; k++) {
    struct touch *touch = touches[k];
    cpHashValue hash1 = meetings[k]->a->hashid, hash2 = meetings[k]->b->hashid;
    cpHashValue from1 = CP_HASH_PAIR(hash1, e1.from[k]), to1 = CP_HASH_PAIR(hash1, e1.to[k]);
    cpHashValue from2 = CP_HASH_PAIR(hash2, e2.from[k]), to2 = CP_HASH_PAIR(hash2, e2.to[k]);
    touch->n = cpv(n.x[k], n.y[k]);
    touch->contacts[0].hash = CP_HASH_PAIR(from1, to2);
    touch->contacts[next[k]].hash = CP_HASH_PAIR(to1, from2);
    touch->count = (int)(next[k] + (has_two >> k & 1));
  }
}

INLINE unsigned collide(
    const struct meeting *const meetings[4], struct touch *const touches[4], const bool is_clear) {
#define EACH(field) meetings[0]->field, meetings[1]->field, meetings[2]->field, meetings[3]->field
  struct quads one = quads_of(EACH(a)), two = quads_of(EACH(b));
  numbers radius1 = radii(EACH(a)), radius2 = radii(EACH(b));
  wholes id = {EACH(id)};
  struct closest closest = is_clear ? find_deepest(&one, &two, id) : find_closest(&one, &two, id);
#undef EACH
  unsigned sure = bits(closest.is_sure);
  unsigned touching = sure & bits(
      (closest.distance - radius1 - radius2 <= 0.0) & (closest.distance <= radius1 + radius2));
#pragma unroll
  for (int k = 0; k < 4; k++) {
    touches[k]->id = (cpCollisionID)closest.id[k];
    touches[k]->count = 0;
  }
  if (touching)
    add_contacts(
        meetings, touches, touching, closest.n, facing_edges(&one, closest.n),
        facing_edges(&two, neg(closest.n)), radius1, radius2);
  return ~sure & 0xf;
}

unsigned collide_quads(const struct meeting *const meetings[4], struct touch *const touches[4]) {
  return collide(meetings, touches, false);
}

unsigned collide_clear_quads(const struct meeting *const meetings[4], struct touch *const touches[4]) {
  return collide(meetings, touches, true);
}

#undef INLINE
#pragma clang attribute pop
#else
bool has_quad_lanes(ctumble_instructions instructions) {
  (void)instructions;
  return false;
}

unsigned collide_quads(const struct meeting *const meetings[4], struct touch *const touches[4]) {
  (void)meetings, (void)touches;
  return 0xf;
}

unsigned collide_clear_quads(const struct meeting *const meetings[4], struct touch *const touches[4]) {
  (void)meetings, (void)touches;
  return 0xf;
}
#endif
