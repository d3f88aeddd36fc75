#include "pairs.h"

// Two polygons, by the engine's arithmetic: GJK for the closest points of two that are apart, EPA for the
// deepest of two that overlap, both on their Minkowski difference. What is measured once stays known, and no
// corner is picked by a branch that a processor has to guess.

/// A corner of the difference: that of the second polygon minus that of the first.
struct corner {
  cpVect a, b, ab;
  cpCollisionID id;
};

struct closest {
  cpVect n;
  cpFloat distance;
  cpCollisionID id;
};

enum { MOST_GJK_ROUNDS = 30, MOST_EPA_ROUNDS = 30, MOST_CORNERS = 3 + MOST_EPA_ROUNDS };

/// The corner that lies farthest in a direction, the first of several.
static inline int farthest(const struct cpPolyShape *poly, cpVect n) {
  const struct cpSplittingPlane *planes = poly->planes;
  int count = poly->count, index = 0;
  cpFloat most = -INFINITY;
  for (int i = 0; i < count; i++) {
    cpFloat reach = cpvdot(planes[i].v0, n);
    index = reach > most ? i : index;
    most = reach > most ? reach : most;
  }
  return index;
}

static inline struct corner corner_of(
    const struct cpPolyShape *one, const struct cpPolyShape *two, cpCollisionID i, cpCollisionID j) {
  cpVect a = one->planes[i].v0, b = two->planes[j].v0;
  return (struct corner){a, b, cpvsub(b, a), (i & 0xff) << 8 | (j & 0xff)};
}

static inline struct corner support(const struct cpPolyShape *one, const struct cpPolyShape *two, cpVect n) {
  return corner_of(one, two, (cpCollisionID)farthest(one, cpvneg(n)), (cpCollisionID)farthest(two, n));
}

/// As `cpCheckPointGreater`.
static inline bool is_beyond(cpVect a, cpVect b, cpVect c) {
  return (b.y - a.y) * (a.x + b.x - 2 * c.x) > (b.x - a.x) * (a.y + b.y - 2 * c.y);
}

/// Where on an edge the origin is closest, from -1 to 1.
static inline cpFloat closest_place(cpVect a, cpVect b) {
  cpVect delta = cpvsub(b, a);
  return -cpfclamp(cpvdot(delta, cpvadd(a, b)) / cpvlengthsq(delta), -1.0f, 1.0f);
}

static inline cpVect between(cpVect a, cpVect b, cpFloat t) {
  cpFloat half = 0.5f * t;
  return cpvadd(cpvmult(a, 0.5f - half), cpvmult(b, 0.5f + half));
}

/// The square of an edge's distance from the origin.
static inline cpFloat edge_distance(cpVect a, cpVect b) {
  return cpvlengthsq(between(a, b, closest_place(a, b)));
}

static inline struct closest closest_on(const struct corner *v0, const struct corner *v1) {
  cpFloat t = closest_place(v0->ab, v1->ab);
  cpVect p = between(v0->ab, v1->ab, t);
  cpCollisionID id = (v0->id & 0xffff) << 16 | (v1->id & 0xffff);
  cpVect n = cpvnormalize(cpvrperp(cpvsub(v1->ab, v0->ab)));
  cpFloat distance = cpvdot(n, p);
  if (distance <= 0.0f || (-1.0f < t && t < 1.0f)) return (struct closest){n, distance, id};
  // Between two corners the direction is that from one to the other.
  cpFloat length = cpvlength(p);
  return (struct closest){cpvmult(p, 1.0f / (length + CPFLOAT_MIN)), length, id};
}

/// The edge of the difference that is closest to an origin inside it, found by adding corners beyond the
/// closest so far.
static struct closest deepest(
    const struct cpPolyShape *one, const struct cpPolyShape *two, const struct corner *v0,
    const struct corner *v1, const struct corner *v2) {
  struct corner corners[2][MOST_CORNERS + 1];
  // Of the edge from each corner to the next.
  cpFloat distances[2][MOST_CORNERS + 1];
  struct corner *hull = corners[0];
  cpFloat *known = distances[0];
  int count = 3;
  hull[0] = *v0;
  hull[1] = *v1;
  hull[2] = *v2;
  for (int i = 0; i < count; i++) known[i] = edge_distance(hull[i].ab, hull[(i + 1) % 3].ab);

  for (int round = 1;; round++) {
    // From the last edge on, as the engine looks.
    int nearest = 0;
    cpFloat least = INFINITY;
    for (int j = 0, i = count - 1; j < count; i = j, j++) {
      nearest = known[i] < least ? i : nearest;
      least = known[i] < least ? known[i] : least;
    }
    int after = nearest + 1 == count ? 0 : nearest + 1;
    const struct corner *a = &hull[nearest], *b = &hull[after];
    struct corner p = support(one, two, cpvperp(cpvsub(b->ab, a->ab)));
    bool is_new = p.id != a->id && p.id != b->id && is_beyond(a->ab, b->ab, p.ab) && round < MOST_EPA_ROUNDS;
    if (!is_new) return closest_on(a, b);

    struct corner *next = corners[round & 1];
    cpFloat *next_known = distances[round & 1];
    int kept = 1, latest = -1;
    next[0] = p;
    for (int i = 0, index = after; i < count; i++) {
      int following = index + 1 == count ? 0 : index + 1;
      cpVect end = i + 1 < count ? hull[following].ab : p.ab;
      if (is_beyond(next[kept - 1].ab, end, hull[index].ab)) {
        next[kept] = hull[index];
        // An edge that both have was measured before.
        next_known[kept - 1] =
            latest >= 0 && latest + 1 == i ? known[index == 0 ? count - 1 : index - 1]
                                           : edge_distance(next[kept - 1].ab, next[kept].ab);
        latest = i;
        kept++;
      }
      index = following;
    }
    next_known[kept - 1] = edge_distance(next[kept - 1].ab, next[0].ab);
    hull = next;
    known = next_known;
    count = kept;
  }
}

static struct closest find_closest(
    const struct cpPolyShape *one, const struct cpPolyShape *two, cpCollisionID id) {
  struct corner v0, v1;
  if (id) {
    // The edge of the step before is a good guess. Corners may have gone since.
    cpCollisionID i0 = id >> 24 & 0xff, j0 = id >> 16 & 0xff, i1 = id >> 8 & 0xff, j1 = id & 0xff;
    cpCollisionID m = (cpCollisionID)one->count, n = (cpCollisionID)two->count;
    v0 = corner_of(one, two, i0 < m ? i0 : 0, j0 < n ? j0 : 0);
    v1 = corner_of(one, two, i1 < m ? i1 : 0, j1 < n ? j1 : 0);
  } else {
    cpVect axis = cpvperp(cpvsub(cpBBCenter(one->shape.bb), cpBBCenter(two->shape.bb)));
    v0 = support(one, two, axis);
    v1 = support(one, two, cpvneg(axis));
  }
  for (int round = 1; round <= MOST_GJK_ROUNDS;) {
    if (is_beyond(v1.ab, v0.ab, cpvzero)) {
      // The origin lies behind the edge.
      struct corner turned = v0;
      v0 = v1;
      v1 = turned;
      continue;
    }
    cpFloat t = closest_place(v0.ab, v1.ab);
    cpVect n = -1.0f < t && t < 1.0f ? cpvperp(cpvsub(v1.ab, v0.ab)) : cpvneg(between(v0.ab, v1.ab, t));
    struct corner p = support(one, two, n);
    if (is_beyond(p.ab, v0.ab, cpvzero) && is_beyond(v1.ab, p.ab, cpvzero))
      return deepest(one, two, &v0, &p, &v1);
    // As `cpCheckAxis`: nothing lies closer than this edge.
    if (cpvdot(p.ab, n) <= cpfmax(cpvdot(v0.ab, n), cpvdot(v1.ab, n))) break;
    if (edge_distance(v0.ab, p.ab) < edge_distance(p.ab, v1.ab)) v1 = p; else v0 = p;
    round++;
  }
  return closest_on(&v0, &v1);
}

/// The edge of a polygon that faces a direction.
struct edge {
  cpVect a, b;
  cpHashValue hash_a, hash_b;
};

static inline struct edge facing_edge(const struct cpPolyShape *poly, cpVect n) {
  const struct cpSplittingPlane *planes = poly->planes;
  int count = poly->count, i1 = farthest(poly, n);
  int i0 = i1 == 0 ? count - 1 : i1 - 1, i2 = i1 + 1 == count ? 0 : i1 + 1;
  bool is_before = cpvdot(n, planes[i1].n) > cpvdot(n, planes[i2].n);
  int from = is_before ? i0 : i1, to = is_before ? i1 : i2;
  cpHashValue shape = poly->shape.hashid;
  return (struct edge){planes[from].v0, planes[to].v0, CP_HASH_PAIR(shape, from), CP_HASH_PAIR(shape, to)};
}

/// One end of each edge against the other edge.
static inline void add_contact(
    struct touch *touch, cpVect r1, cpVect r2, cpHashValue hash_a, cpHashValue hash_b) {
  if (!(cpvdot(cpvsub(r2, r1), touch->n) <= 0.0f)) return;
  touch->contacts[touch->count].r1 = r1;
  touch->contacts[touch->count].r2 = r2;
  touch->contacts[touch->count++].hash = CP_HASH_PAIR(hash_a, hash_b);
}

void collide_polygons(const struct meeting *meeting, struct touch *touch) {
  const struct cpPolyShape *one = (const struct cpPolyShape *)meeting->a;
  const struct cpPolyShape *two = (const struct cpPolyShape *)meeting->b;
  struct closest closest = find_closest(one, two, meeting->id);
  touch->id = closest.id;
  touch->count = 0;
  if (!(closest.distance - one->r - two->r <= 0.0f) || !(closest.distance <= one->r + two->r)) return;

  cpVect n = touch->n = closest.n;
  struct edge e1 = facing_edge(one, n), e2 = facing_edge(two, cpvneg(n));
  cpFloat a1 = cpvcross(e1.a, n), b1 = cpvcross(e1.b, n);
  cpFloat a2 = cpvcross(e2.a, n), b2 = cpvcross(e2.b, n);
  cpFloat scale1 = 1.0f / (b1 - a1 + CPFLOAT_MIN), scale2 = 1.0f / (b2 - a2 + CPFLOAT_MIN);
  cpVect skin1 = cpvmult(n, one->r), skin2 = cpvmult(n, -two->r);
  add_contact(
      touch, cpvadd(skin1, cpvlerp(e1.a, e1.b, cpfclamp01((b2 - a1) * scale1))),
      cpvadd(skin2, cpvlerp(e2.a, e2.b, cpfclamp01((a1 - a2) * scale2))), e1.hash_a, e2.hash_b);
  add_contact(
      touch, cpvadd(skin1, cpvlerp(e1.a, e1.b, cpfclamp01((a2 - a1) * scale1))),
      cpvadd(skin2, cpvlerp(e2.a, e2.b, cpfclamp01((b1 - a2) * scale2))), e1.hash_b, e2.hash_a);
}
