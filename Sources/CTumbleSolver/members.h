#ifndef CTUMBLE_MEMBERS_H
#define CTUMBLE_MEMBERS_H

#include "engine.h"

/// A shape in an index of ours, and its place in the index's own lists. It stays where it is in memory.
struct member {
  cpShape *shape;
  int32_t place;
  struct member *next_free;
};

/// The shapes in an index. They are kept in a set of the engine's kind because its order, which a step
/// follows, decides in which order pairs are found.
struct members {
  cpHashSet *set;
  struct member_block *blocks;
  struct member *free;
  /// The members' places in the set's order, while none came or went.
  int32_t *order;
  int32_t order_count, order_capacity;
  bool is_ordered;
};

/// What all indexes of ours begin with.
struct own_index {
  /// The engine's view of it.
  cpSpatialIndex index;
  struct members members;
};

void members_init(struct members *members);
void members_free(struct members *members);

struct member *add_member(struct members *members, cpShape *shape, cpHashValue hash);
/// NULL if there is none of the shape.
struct member *find_member(struct members *members, const cpShape *shape, cpHashValue hash);
/// What the member was; NULL if there was none.
struct member take_member(struct members *members, const cpShape *shape, cpHashValue hash);

/// Brings `order` up to date.
void put_in_order(struct members *members);

// What the engine may ask of any index.
int count_members(cpSpatialIndex *index);
void each_member(cpSpatialIndex *index, cpSpatialIndexIteratorFunc function, void *context);
cpBool contains_member(cpSpatialIndex *index, void *shape, cpHashValue hash);

// What it does not ask: `cpSpaceStep` for pairs, as steps are taken here, and `cpSpaceSegmentQuery` for what
// lies along a segment, for which TumblePhysics takes what is in the box around it. Both end the program.
void unasked_pairs(cpSpatialIndex *index, cpSpatialIndexQueryFunc function, void *context);
void unasked_segment(
    cpSpatialIndex *index, void *object, cpVect a, cpVect b, cpFloat exit,
    cpSpatialIndexSegmentQueryFunc function, void *context);

/// Puts a shape where its body is.
void place_shape(cpShape *shape);

#endif
