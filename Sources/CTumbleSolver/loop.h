// The contacts' loop for one SET of instructions, in groups of MOST lanes, of half as many, and of a quarter:
// included once for each.

#define LANES MOST
#include "lanes.h"
#define LANES HALF
#include "lanes.h"
#define LANES QUARTER
#include "lanes.h"

/// Solves the contacts of a part once, or applies the impulses of the step before.
static inline __attribute__((always_inline)) void JOIN(go_through, SET, MOST)(
    const struct part *part, double *numbers, struct row *rows, const bool warms, double coefficient) {
  for (const struct level *level = part->levels, *end = level + part->level_count; level < end; level++) {
#pragma unroll
    for (int contacts = 2; contacts > 0; contacts--) {
      const struct group *group = &level->groups[contacts - 1];
      double *at = numbers + group->start;
#define GO(lanes) \
  if (warms) JOIN(warm, SET, lanes)(at, contacts, rows, coefficient); \
  else JOIN(solve, SET, lanes)(at, contacts, rows)
      switch (group->lanes) {
        case MOST: GO(MOST); break;
        case HALF: GO(HALF); break;
        case QUARTER: GO(QUARTER); break;
      }
#undef GO
    }
  }
}

static void JOIN(solve_all, SET, MOST)(const struct part *part, double *numbers, struct row *rows) {
  JOIN(go_through, SET, MOST)(part, numbers, rows, false, 0);
}

static void JOIN(warm_all, SET, MOST)(
    const struct part *part, double *numbers, struct row *rows, double coefficient) {
  JOIN(go_through, SET, MOST)(part, numbers, rows, true, coefficient);
}

/// The same for the pivots of a level.
static void JOIN(pivots, SET, MOST)(
    double *group, int count, struct row *rows, const bool warms, double coefficient) {
#define GO(lanes) \
  if (warms) JOIN(pivot, SET, lanes)(group, rows, true, coefficient); \
  else JOIN(pivot, SET, lanes)(group, rows, false, 0)
  for (; count > 0; count -= MOST, group += PIVOT_FIELDS * MOST) {
    switch (count > HALF ? MOST : count > QUARTER ? HALF : QUARTER) {
      case MOST: GO(MOST); break;
      case HALF: GO(HALF); break;
      case QUARTER: GO(QUARTER); break;
    }
  }
#undef GO
}

#undef QUARTER
#undef HALF
#undef MOST
#undef REGISTER
#undef SET
