#include "../../../Sources/CTumbleSolver/pairs.h"

#include "CTumblePairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: - Numbers

static uint64_t next(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  return *state ^= *state << 17;
}

static int index_below(uint64_t *state, int count) { return (int)((next(state) >> 20) % (uint64_t)count); }
static bool flip(uint64_t *state) { return index_below(state, 2); }
static double fraction(uint64_t *state) { return (double)(next(state) >> 11) / 9007199254740992.0; }
static double signed_fraction(uint64_t *state) { return 2 * fraction(state) - 1; }
#define ANY_OF(state, ...) \
  ((const double[]){__VA_ARGS__})[index_below(state, sizeof((const double[]){__VA_ARGS__}) / sizeof(double))]

// MARK: - Polygons

static void put_in_place(struct cpPolyShape *poly, cpVect place) {
  poly->planes = poly->_planes;
  poly->count = 4;
  cpFloat left = INFINITY, right = -INFINITY, bottom = INFINITY, top = -INFINITY;
  for (int i = 0; i < 4; i++) {
    cpVect corner = poly->planes[i].v0 = cpvadd(poly->planes[i].v0, place);
    left = cpfmin(left, corner.x);
    right = cpfmax(right, corner.x);
    bottom = cpfmin(bottom, corner.y);
    top = cpfmax(top, corner.y);
  }
  poly->shape.bb = cpBBNew(left - poly->r, bottom - poly->r, right + poly->r, top + poly->r);
}

static void make_box(struct cpPolyShape *poly, cpVect half, double radius, cpVect place, double angle) {
  static const cpVect corners[4] = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
  static const cpVect normals[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  cpVect turn = cpvforangle(angle);
  for (int i = 0; i < 4; i++) {
    poly->_planes[i].v0 = cpvrotate(turn, cpv(corners[i].x * half.x, corners[i].y * half.y));
    poly->_planes[i].n = cpvrotate(turn, normals[i]);
  }
  poly->r = radius;
  put_in_place(poly, place);
}

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/// Four corners on an ellipse.
static void make_any(struct cpPolyShape *poly, uint64_t *state, cpVect place) {
  bool is_good;
  do {
    double angles[4], width = 10 * (0.3 + fraction(state));
    for (int i = 0; i < 4; i++) angles[i] = fraction(state) * 2 * CP_PI;
    qsort(angles, 4, sizeof *angles, compare_numbers);
    for (int i = 0; i < 4; i++) poly->_planes[i].v0 = cpv(cos(angles[i]) * width, sin(angles[i]) * 10);
    is_good = true;
    for (int i = 0; i < 4; i++) {
      cpVect edge = cpvsub(poly->_planes[i].v0, poly->_planes[(i + 3) & 3].v0);
      poly->_planes[i].n = cpvnormalize(cpvrperp(edge));
      is_good = is_good && cpvlength(edge) > 0.01;
    }
  } while (!is_good);
  poly->r = 0;
  put_in_place(poly, place);
}

/// A square that stands on a corner: both faces beside it face downwards as much.
static void make_diamond(struct cpPolyShape *poly, double size, cpVect place) {
  static const cpVect corners[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  static const cpVect normals[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (int i = 0; i < 4; i++) {
    poly->_planes[i].v0 = cpvmult(corners[i], size);
    poly->_planes[i].n = cpvmult(normals[i], sqrt(0.5));
  }
  poly->r = 0;
  put_in_place(poly, place);
}

/// Boxes side by side, on each other, in each other, parallel, nearly parallel or not.
static void make_boxes(struct cpPolyShape *one, struct cpPolyShape *two, uint64_t *state, cpVect place) {
  cpVect half = cpv(1 + 9 * fraction(state), 1 + 9 * fraction(state)), other = half;
  if (flip(state)) other.x = 1 + 9 * fraction(state);
  if (flip(state)) other.y = 1 + 9 * fraction(state);
  double turn = flip(state) ? 0 : 4 * signed_fraction(state);
  double angle = turn + ANY_OF(state, 0, 0, 1e-14, 1e-12, 1e-9, 1e-4, 1) * 4 * signed_fraction(state);
  cpVect offset = cpv(
      signed_fraction(state) * (half.x + other.x) * 1.1, signed_fraction(state) * (half.y + other.y) * 1.1);
  if (flip(state)) {
    offset.y = half.y + other.y - ANY_OF(state, 0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.1);
    if (flip(state)) offset.y = -offset.y;
    if (flip(state)) offset.x = ANY_OF(state, 0, half.x, other.x, half.x + other.x, 5.5);
  }
  if (index_below(state, 8) == 0) {
    half = cpv(floor(half.x), floor(half.y));
    other = cpv(floor(other.x), floor(other.y));
    offset = cpv(floor(offset.x), floor(offset.y));
    place = cpv(floor(place.x), floor(place.y));
  }
  double radius = index_below(state, 4) == 0 ? fraction(state) : 0;
  make_box(one, half, radius, place, turn);
  make_box(two, other, radius, cpvadd(place, cpvrotate(cpvforangle(turn), offset)), angle);
}

static void make_pair(struct cpPolyShape *one, struct cpPolyShape *two, uint64_t *state) {
  double reach = ANY_OF(state, 0, 1, 100, 1e4, 1e6);
  cpVect place = cpv(reach * signed_fraction(state), reach * signed_fraction(state));
  if (index_below(state, 8) == 0) {
    make_any(one, state, place);
    make_any(two, state, cpvadd(place, cpv(15 * signed_fraction(state), 15 * signed_fraction(state))));
  } else {
    make_boxes(one, two, state, place);
    if (index_below(state, 16) == 0)
      make_diamond(two, 5, cpvadd(place, cpv(15 * signed_fraction(state), 15 * signed_fraction(state))));
  }
  if (index_below(state, 16) == 0) {
    // A corner in one place.
    int i = index_below(state, 4), j = index_below(state, 4);
    put_in_place(two, cpvsub(one->planes[i].v0, two->planes[j].v0));
  }
  one->shape.hashid = (cpHashValue)index_below(state, 100000);
  two->shape.hashid = (cpHashValue)index_below(state, 100000);
}

/// What `collide_polygons` says of a pair.
static struct touch asked(const struct meeting *meeting) {
  struct touch touch;
  collide_polygons(meeting, &touch);
  return touch;
}

/// What may have been said of a pair before: nothing, or what is true of it where it was.
static cpCollisionID id_before(const struct meeting *meeting, uint64_t *state) {
  if (index_below(state, 6) == 0) return 0;
  double way = ANY_OF(state, 0, 1e-12, 1e-6, 1e-2, 0.3);
  struct cpPolyShape before = *(const struct cpPolyShape *)meeting->b;
  put_in_place(&before, cpv(way * signed_fraction(state), way * signed_fraction(state)));
  struct meeting earlier = {meeting->a, &before.shape, 0, 0};
  cpCollisionID id = asked(&earlier).id;
  struct meeting now = {meeting->a, meeting->b, 0, id};
  return flip(state) ? id : asked(&now).id;
}

// MARK: - What is compared

static bool is_same(const struct touch *touch, const struct touch *other) {
  if (touch->id != other->id || touch->count != other->count) return false;
  if (other->count > 0 && memcmp(&touch->n, &other->n, sizeof other->n) != 0) return false;
  return memcmp(touch->contacts, other->contacts, (size_t)other->count * sizeof *other->contacts) == 0;
}

static void compare(
    ctumble_comparison *comparison, const struct meeting *meeting, const struct touch *touch,
    const struct touch *other) {
  comparison->pairs++;
  if (other->count > 0) comparison->touching++;
  if (is_same(touch, other) || comparison->different++ > 0) return;
  snprintf(
      comparison->first, sizeof comparison->first,
      "pair %lld, id %08x: id %08x, %d contacts, normal %a %a, and not %08x, %d, %a %a",
      (long long)comparison->pairs, meeting->id, touch->id, touch->count, touch->n.x, touch->n.y, other->id,
      other->count, other->n.x, other->n.y);
}

/// The greatest distance of a polygon from one of another's faces; below 0 if they overlap.
static double separation(const cpShape *a, const cpShape *b) {
  const struct cpSplittingPlane *one = ((const struct cpPolyShape *)a)->planes;
  const struct cpSplittingPlane *two = ((const struct cpPolyShape *)b)->planes;
  double greatest = -INFINITY;
  for (int i = 0; i < 4; i++) {
    double least = INFINITY;
    for (int j = 0; j < 4; j++) least = fmin(least, cpvdot(one[i].n, cpvsub(two[j].v0, one[i].v0)));
    greatest = fmax(greatest, least);
  }
  return greatest;
}

/// Whether two have a corner in one place, or edges, or nearly: one of the engine's assertions may end the
/// program then.
static bool is_delicate(const struct meeting *meeting) {
  const struct cpPolyShape *one = (const struct cpPolyShape *)meeting->a;
  const struct cpPolyShape *two = (const struct cpPolyShape *)meeting->b;
  double size = fabs(one->planes[0].v0.x) + fabs(one->planes[0].v0.y) + 10;
  for (int i = 0; i < 16; i++)
    if (cpvnear(one->planes[i / 4].v0, two->planes[i % 4].v0, 1e-12 * size)) return true;
  return fabs(fmax(separation(meeting->a, meeting->b), separation(meeting->b, meeting->a))) < 1e-12 * size;
}

static struct touch asked_of_engine(const struct meeting *meeting) {
  struct cpContact contacts[CP_MAX_CONTACTS_PER_ARBITER];
  struct cpCollisionInfo info = cpCollide(meeting->a, meeting->b, meeting->id, contacts);
  struct touch touch = {.n = info.n, .id = info.id, .count = info.count};
  for (int i = 0; i < info.count; i++) {
    touch.contacts[i].r1 = contacts[i].r1;
    touch.contacts[i].r2 = contacts[i].r2;
    touch.contacts[i].hash = contacts[i].hash;
  }
  return touch;
}

ctumble_comparison ctumble_compare_pairs(uint64_t seed, int64_t count) {
  ctumble_comparison comparison = {0};
  comparison.has_lanes = has_quad_lanes(ctumble_best_instructions());
  uint64_t state = seed * 0x9e3779b97f4a7c15 + 88172645463325252;
  cpBody *body = cpBodyNew(1, 1);
  cpShape *example = cpBoxShapeNew(body, 1, 1, 0);
  struct cpPolyShape polys[8];
  memset(polys, 0, sizeof polys);
  for (int i = 0; i < 8; i++) polys[i].shape.klass = example->klass;
  while (comparison.pairs < count) {
    // Those with ids of others are compared with `collide_polygons`, as these too may end the program there.
    bool has_other_ids = index_below(&state, 4) == 0;
    struct meeting meetings[4];
    struct touch touches[4];
    for (int k = 0; k < 4; k++) {
      make_pair(&polys[2 * k], &polys[2 * k + 1], &state);
      meetings[k] = (struct meeting){&polys[2 * k].shape, &polys[2 * k + 1].shape, 0, 0};
      cpCollisionID mask = flip(&state) ? 0x03030303 : 0x07070707;
      cpCollisionID any = (cpCollisionID)(next(&state) >> 20) & mask;
      meetings[k].id = has_other_ids ? any : id_before(&meetings[k], &state);
    }
    const struct meeting *four[4] = {&meetings[0], &meetings[1], &meetings[2], &meetings[3]};
    struct touch *results[4] = {&touches[0], &touches[1], &touches[2], &touches[3]};
    bool is_clear = flip(&state);
    unsigned unknown = 0xf;
    if (comparison.has_lanes)
      unknown = is_clear ? collide_clear_quads(four, results) : collide_quads(four, results);
    for (int k = 0; k < 4; k++) {
      bool is_known = !(unknown >> k & 1);
      if (!is_known) collide_polygons(four[k], results[k]);
      comparison.in_lanes += is_known && !is_clear;
      comparison.clear += is_known && is_clear;
      bool by_engine = !has_other_ids && !is_delicate(four[k]);
      struct touch other = by_engine ? asked_of_engine(four[k]) : asked(four[k]);
      comparison.by_engine += by_engine;
      compare(&comparison, four[k], results[k], &other);
    }
  }
  cpShapeFree(example);
  cpBodyFree(body);
  return comparison;
}
