#ifndef CTUMBLE_MEETINGS_H
#define CTUMBLE_MEETINGS_H

#include "engine.h"

/// Two shapes whose boxes meet.
struct meeting {
  cpShape *a, *b;
  /// The tree's pair that keeps what is said of them from step to step, or 0.
  int32_t pair;
  cpCollisionID id;
};

/// All of a step, in the order in which the engine finds them.
struct meetings {
  struct meeting *list;
  int32_t count, capacity;
};

/// Memory that holds so many at least; what it held is kept, what is new is not cleared. Ends the program if
/// there is none.
void *grown(void *list, int32_t *capacity, int64_t count, size_t size);

static inline void add_meeting(
    struct meetings *meetings, cpShape *a, cpShape *b, int32_t pair, cpCollisionID id) {
  if (meetings->count == meetings->capacity)
    meetings->list =
        grown(meetings->list, &meetings->capacity, (int64_t)meetings->count + 1, sizeof(struct meeting));
  meetings->list[meetings->count++] = (struct meeting){a, b, pair, id};
}

/// For a query of an index.
static inline cpCollisionID note_meeting(void *a, void *b, cpCollisionID id, void *meetings) {
  add_meeting(meetings, a, b, 0, id);
  return id;
}

#endif
