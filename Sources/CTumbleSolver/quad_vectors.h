// Vectors of four lanes, one for each pair of polygons: included where the instructions for them are set.

#define INLINE static inline __attribute__((always_inline))

typedef double pair __attribute__((ext_vector_type(2), aligned(8)));
typedef double numbers __attribute__((ext_vector_type(4)));
/// Indices, or what is true of a lane.
typedef int64_t wholes __attribute__((ext_vector_type(4)));

struct vectors {
  numbers x, y;
};

INLINE struct vectors add(struct vectors a, struct vectors b) {
  return (struct vectors){a.x + b.x, a.y + b.y};
}
INLINE struct vectors sub(struct vectors a, struct vectors b) {
  return (struct vectors){a.x - b.x, a.y - b.y};
}
INLINE struct vectors mult(struct vectors a, numbers f) { return (struct vectors){a.x * f, a.y * f}; }
INLINE struct vectors neg(struct vectors a) { return (struct vectors){-a.x, -a.y}; }
INLINE numbers dot(struct vectors a, struct vectors b) { return a.x * b.x + a.y * b.y; }
INLINE numbers cross(struct vectors a, struct vectors b) { return a.x * b.y - a.y * b.x; }

INLINE struct vectors choose(wholes first, struct vectors a, struct vectors b) {
  return (struct vectors){first ? a.x : b.x, first ? a.y : b.y};
}

/// A bit for each lane.
INLINE unsigned bits(wholes lanes) { return (unsigned)_mm256_movemask_pd((__m256d)lanes); }
