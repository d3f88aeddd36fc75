#include "members.h"

#include "solver.h"

#include <stdlib.h>

enum { MEMBERS_IN_BLOCK = 128 };

struct member_block {
  struct member_block *next;
  struct member members[MEMBERS_IN_BLOCK];
};

static cpBool is_of(const void *shape, const void *member) {
  return ((const struct member *)member)->shape == shape;
}

void members_init(struct members *members) { members->set = cpHashSetNew(0, is_of); }

void members_free(struct members *members) {
  cpHashSetFree(members->set);
  free(members->order);
  for (struct member_block *block = members->blocks, *next; block; block = next) {
    next = block->next;
    free(block);
  }
}

static void add_block(struct members *members) {
  struct member_block *block = malloc(sizeof *block);
  if (!block) abort();
  block->next = members->blocks;
  members->blocks = block;
  for (int i = MEMBERS_IN_BLOCK; i-- > 0;) {
    block->members[i].next_free = members->free;
    members->free = &block->members[i];
  }
}

static void *make_member(const void *shape, void *members_) {
  struct members *members = members_;
  if (!members->free) add_block(members);
  struct member *member = members->free;
  members->free = member->next_free;
  *member = (struct member){(cpShape *)shape, 0, NULL};
  return member;
}

struct member *add_member(struct members *members, cpShape *shape, cpHashValue hash) {
  members->is_ordered = false;
  return (struct member *)cpHashSetInsert(members->set, hash, shape, make_member, members);
}

struct member *find_member(struct members *members, const cpShape *shape, cpHashValue hash) {
  return (struct member *)cpHashSetFind(members->set, hash, shape);
}

struct member take_member(struct members *members, const cpShape *shape, cpHashValue hash) {
  struct member *member = (struct member *)cpHashSetRemove(members->set, hash, shape);
  if (!member) return (struct member){0};
  struct member taken = *member;
  members->is_ordered = false;
  *member = (struct member){.next_free = members->free};
  members->free = member;
  return taken;
}

static void note_place(void *member, void *members_) {
  struct members *members = members_;
  members->order[members->order_count++] = ((struct member *)member)->place;
}

void put_in_order(struct members *members) {
  if (members->is_ordered) return;
  members->order =
      grown(members->order, &members->order_capacity, cpHashSetCount(members->set), sizeof(int32_t));
  members->order_count = 0;
  cpHashSetEach(members->set, note_place, members);
  members->is_ordered = true;
}

// MARK: - What the engine may ask

int count_members(cpSpatialIndex *index) { return cpHashSetCount(((struct own_index *)index)->members.set); }

struct visit {
  cpSpatialIndexIteratorFunc function;
  void *context;
};

static void visit_shape(void *member, void *visit_) {
  const struct visit *visit = visit_;
  visit->function(((struct member *)member)->shape, visit->context);
}

void each_member(cpSpatialIndex *index, cpSpatialIndexIteratorFunc function, void *context) {
  struct visit visit = {function, context};
  cpHashSetEach(((struct own_index *)index)->members.set, visit_shape, &visit);
}

cpBool contains_member(cpSpatialIndex *index, void *shape, cpHashValue hash) {
  return find_member(&((struct own_index *)index)->members, shape, hash) != NULL;
}

void unasked_pairs(cpSpatialIndex *index, cpSpatialIndexQueryFunc function, void *context) {
  (void)index, (void)function, (void)context;
  abort();
}

void unasked_segment(
    cpSpatialIndex *index, void *object, cpVect a, cpVect b, cpFloat exit,
    cpSpatialIndexSegmentQueryFunc function, void *context) {
  (void)index, (void)object, (void)a, (void)b, (void)exit, (void)function, (void)context;
  abort();
}
