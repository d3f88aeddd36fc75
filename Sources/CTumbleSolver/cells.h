#ifndef CTUMBLE_CELLS_H
#define CTUMBLE_CELLS_H

#include "box.h"
#include "meetings.h"
#include "members.h"

// # The spatial hash
//
// Squares of one size cover the plane, and each shape is in a list of every square that its box touches;
// squares share lists by a hash of their coordinates. As with the trees, pairs are found in the engine's
// order, and what differs is how the lists lie in memory.

/// A shape in the hash. Places in the lists stand for pointers; 0 is none.
struct occupant {
  /// NULL once the shape has left while lists still have it.
  cpShape *shape;
  /// Of the latest shape that met it.
  cpTimestamp stamp;
  /// How many lists have it, and one while it is a member. Of a free one: the next free one.
  int32_t uses;
};

/// One shape in the list of a square.
struct stay {
  int32_t occupant, next;
};

struct cells {
  struct own_index own;
  cpFloat size;
  /// Of each list, its latest stay.
  int32_t *lists;
  int32_t list_count;
  /// The lists that have any.
  int32_t *used;
  int32_t used_count;

  struct occupant *occupants;
  /// The occupants' boxes as of this step.
  struct box *boxes;
  int32_t occupant_count, occupant_capacity, free_occupant;

  /// Those that may meet one that stands, in this step.
  int32_t *near;
  int32_t near_capacity;

  struct stay *stays;
  int32_t stay_count, stay_capacity, free_stay;
  cpTimestamp stamp;
};

/// The hash of an index that is one of ours, or NULL.
struct cells *cells_of(cpSpatialIndex *index);

/// Puts all moving shapes where their bodies are and into their squares, and notes every two whose boxes
/// meet, in the engine's order.
void find_pairs_in_cells(struct cells *cells, struct meetings *meetings);

#endif
