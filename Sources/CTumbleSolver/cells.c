#include "cells.h"

#include "include/CTumbleSolver.h"
#include "solver.h"

#include <stdlib.h>
#include <string.h>

static struct cells *as_cells(cpSpatialIndex *index) { return (struct cells *)index; }

// MARK: - Occupants and their stays

static int32_t take_occupant(struct cells *cells, cpShape *shape) {
  int32_t place = cells->free_occupant;
  if (place) {
    cells->free_occupant = cells->occupants[place].uses;
  } else {
    int32_t capacity = cells->occupant_capacity;
    int64_t needed = (int64_t)cells->occupant_count + 1;
    cells->occupants = grown(cells->occupants, &capacity, needed, sizeof(struct occupant));
    capacity = cells->occupant_capacity;
    cells->boxes = grown(cells->boxes, &capacity, needed, sizeof(struct box));
    cells->occupant_capacity = capacity;
    place = cells->occupant_count++;
  }
  cells->occupants[place] = (struct occupant){shape, 0, 1};
  cells->boxes[place] = box_of(shape->bb);
  return place;
}

static void release(struct cells *cells, int32_t place) {
  struct occupant *occupant = &cells->occupants[place];
  if (--occupant->uses > 0) return;
  occupant->uses = cells->free_occupant;
  cells->free_occupant = place;
}

static void give_stay_back(struct cells *cells, int32_t stay) {
  release(cells, cells->stays[stay].occupant);
  cells->stays[stay].next = cells->free_stay;
  cells->free_stay = stay;
}

static void add_stay(struct cells *cells, int32_t list, int32_t occupant) {
  int32_t stay = cells->free_stay;
  if (stay) {
    cells->free_stay = cells->stays[stay].next;
  } else {
    cells->stays =
        grown(cells->stays, &cells->stay_capacity, (int64_t)cells->stay_count + 1, sizeof(struct stay));
    stay = cells->stay_count++;
  }
  // A list that is empty again is below 0: it is among the used ones already.
  if (cells->lists[list] == 0) cells->used[cells->used_count++] = list;
  cells->stays[stay] = (struct stay){occupant, cells->lists[list]};
  cells->lists[list] = stay;
  cells->occupants[occupant].uses++;
}

static void empty_lists(struct cells *cells) {
  for (int32_t i = 0; i < cells->used_count; i++) {
    int32_t list = cells->used[i];
    for (int32_t stay = cells->lists[list], next; stay > 0; stay = next) {
      next = cells->stays[stay].next;
      give_stay_back(cells, stay);
    }
    cells->lists[list] = 0;
  }
  cells->used_count = 0;
}

// MARK: - Squares

struct squares {
  int left, right, bottom, top;
};

static inline int rounded_down(cpFloat number) {
  int whole = (int)number;
  return number < 0 && number != whole ? whole - 1 : whole;
}

static inline struct squares squares_of(const struct cells *cells, cpBB box) {
  cpFloat size = cells->size;
  return (struct squares){
      rounded_down(box.l / size), rounded_down(box.r / size), rounded_down(box.b / size),
      rounded_down(box.t / size)};
}

static inline int32_t list_of(const struct cells *cells, int x, int y) {
  cpHashValue hash = (cpHashValue)x * 1640531513ul ^ (cpHashValue)y * 2654435789ul;
  return (int32_t)(hash % (cpHashValue)cells->list_count);
}

/// Whether a list has an occupant, which has come to no other list since it came to this one.
static inline bool has_latest(const struct cells *cells, int32_t list, int32_t occupant) {
  int32_t stay = cells->lists[list];
  return stay > 0 && cells->stays[stay].occupant == occupant;
}

static void come_in(struct cells *cells, int32_t occupant, cpBB box) {
  struct squares squares = squares_of(cells, box);
  for (int x = squares.left; x <= squares.right; x++) {
    for (int y = squares.bottom; y <= squares.top; y++) {
      int32_t list = list_of(cells, x, y);
      if (!has_latest(cells, list, occupant)) add_stay(cells, list, occupant);
    }
  }
}

/// The next occupant of a list that has not been met yet, or 0. Those whose shapes have left are taken out on
/// the way.
static int32_t next_unmet(struct cells *cells, int32_t **link, const void *shape) {
  for (int32_t stay; (stay = **link) > 0;) {
    int32_t place = cells->stays[stay].occupant;
    struct occupant *occupant = &cells->occupants[place];
    if (occupant->stamp == cells->stamp || occupant->shape == shape) {
      *link = &cells->stays[stay].next;
    } else if (occupant->shape) {
      *link = &cells->stays[stay].next;
      occupant->stamp = cells->stamp;
      return place;
    } else {
      // An empty list that is among the used ones is below 0.
      int32_t next = cells->stays[stay].next;
      **link = next > 0 ? next : -1;
      give_stay_back(cells, stay);
    }
  }
  return 0;
}

static void query(
    cpSpatialIndex *index, void *object, cpBB box, cpSpatialIndexQueryFunc function, void *context) {
  struct cells *cells = as_cells(index);
  struct squares squares = squares_of(cells, box);
  for (int x = squares.left; x <= squares.right; x++) {
    for (int y = squares.bottom; y <= squares.top; y++) {
      int32_t *link = &cells->lists[list_of(cells, x, y)];
      for (int32_t other; (other = next_unmet(cells, &link, object));)
        function(object, cells->occupants[other].shape, 0, context);
    }
  }
  cells->stamp++;
}

// MARK: - A step

void find_pairs_in_cells(struct cells *cells, struct meetings *meetings) {
  struct members *members = &cells->own.members;
  put_in_order(members);
  empty_lists(cells);
  // Those that stand have as many lists, of which a shape's squares are the same ones.
  struct cells *standing = cells_of(cells->own.index.staticIndex);
  cells->near = grown(cells->near, &cells->near_capacity, members->order_count, sizeof(int32_t));
  int32_t near_count = 0;
  for (int32_t i = 0; i < members->order_count; i++) {
    int32_t place = members->order[i];
    cpShape *shape = cells->occupants[place].shape;
    place_shape(shape);
    struct box box = cells->boxes[place] = box_of(shape->bb);
    struct squares squares = squares_of(cells, shape->bb);
    bool is_near = false;
    for (int x = squares.left; x <= squares.right; x++) {
      for (int y = squares.bottom; y <= squares.top; y++) {
        int32_t list = list_of(cells, x, y);
        is_near |= standing->lists[list] > 0;
        if (has_latest(cells, list, place)) continue;
        int32_t *link = &cells->lists[list];
        for (int32_t other; (other = next_unmet(cells, &link, shape));)
          if (boxes_meet(box, cells->boxes[other]))
            add_meeting(meetings, shape, cells->occupants[other].shape, 0, 0);
        add_stay(cells, list, place);
      }
    }
    if (is_near) cells->near[near_count++] = place;
    cells->stamp++;
  }
  for (int32_t i = 0; i < near_count; i++) {
    cpShape *shape = cells->occupants[cells->near[i]].shape;
    query(&standing->own.index, shape, shape->bb, note_meeting, meetings);
  }
}

// MARK: - As one of the engine's indexes

static void destroy(cpSpatialIndex *index) {
  struct cells *cells = as_cells(index);
  members_free(&cells->own.members);
  free(cells->lists);
  free(cells->used);
  free(cells->occupants);
  free(cells->boxes);
  free(cells->near);
  free(cells->stays);
}

static void insert(cpSpatialIndex *index, void *shape_, cpHashValue hash) {
  struct cells *cells = as_cells(index);
  cpShape *shape = shape_;
  int32_t place = take_occupant(cells, shape);
  add_member(&cells->own.members, shape, hash)->place = place;
  come_in(cells, place, shape->bb);
}

/// The shape stays in lists until somebody comes by, as nobody knows in which.
static bool leave(struct cells *cells, void *shape, cpHashValue hash) {
  struct member member = take_member(&cells->own.members, shape, hash);
  if (!member.shape) return false;
  cells->occupants[member.place].shape = NULL;
  release(cells, member.place);
  return true;
}

static void take_out(cpSpatialIndex *index, void *shape, cpHashValue hash) {
  leave(as_cells(index), shape, hash);
}

static void reindex_shape(cpSpatialIndex *index, void *shape, cpHashValue hash) {
  if (leave(as_cells(index), shape, hash)) insert(index, shape, hash);
}

static void reindex(cpSpatialIndex *index) {
  struct cells *cells = as_cells(index);
  struct members *members = &cells->own.members;
  put_in_order(members);
  empty_lists(cells);
  for (int32_t i = 0; i < members->order_count; i++) {
    int32_t place = members->order[i];
    come_in(cells, place, cells->occupants[place].shape->bb);
  }
}

static cpSpatialIndexClass cells_class = {
    destroy, count_members, each_member, contains_member, insert, take_out, reindex, reindex_shape,
    unasked_pairs, query, unasked_segment,
};

struct cells *cells_of(cpSpatialIndex *index) {
  return index && index->klass == &cells_class ? (struct cells *)index : NULL;
}

/// The number of lists that the engine has for a wanted number of cells: the next of its primes.
static int32_t list_count_for(int count) {
  static const int32_t primes[] = {5,      13,     23,      47,      97,      193,     389,   769,
                                   1543,   3079,   6151,    12289,   24593,   49157,   98317, 196613,
                                   393241, 786433, 1572869, 3145739, 6291469, 12582917};
  int last = sizeof primes / sizeof *primes - 1;
  for (int i = 0; i < last; i++)
    if (primes[i] >= count) return primes[i];
  return primes[last];
}

static cpSpatialIndex *cells_new(
    double size, int count, cpSpatialIndexBBFunc bounds_function, cpSpatialIndex *standing) {
  struct cells *cells = cpcalloc(1, sizeof *cells);
  if (!cells) abort();
  cells->size = size;
  cells->list_count = list_count_for(count);
  cells->lists = calloc((size_t)cells->list_count, sizeof(int32_t));
  cells->used = malloc((size_t)cells->list_count * sizeof(int32_t));
  if (!cells->lists || !cells->used) abort();
  cells->occupant_count = cells->stay_count = 1;
  cells->stamp = 1;
  members_init(&cells->own.members);
  return cpSpatialIndexInit(&cells->own.index, &cells_class, bounds_function, standing);
}

void ctumble_use_own_cells(void *space_, double size, int count) {
  cpSpace *space = space_;
  cpSpatialIndexBBFunc bounds_function = space->dynamicShapes->bbfunc;
  cpSpatialIndexFree(space->staticShapes);
  cpSpatialIndexFree(space->dynamicShapes);
  space->staticShapes = cells_new(size, count, bounds_function, NULL);
  space->dynamicShapes = cells_new(size, count, bounds_function, space->staticShapes);
}
