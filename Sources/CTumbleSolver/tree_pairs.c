#include "tree.h"

#include "solver.h"

// Pairs of leaves: a leaf that stays in its place keeps its pairs, so that nothing need be searched for it.

static void unlink_from_first(struct forest *forest, const struct pair *pair) {
  int32_t next = pair->next_of_first, previous = pair->previous_of_first;
  if (next) forest->pairs[next].previous_of_first = previous;
  if (previous) forest->pairs[previous].next_of_first = next;
  else forest->nodes[pair->first].as_first = next;
}

static void unlink_from_second(struct forest *forest, const struct pair *pair) {
  int32_t next = pair->next_of_second, previous = pair->previous_of_second;
  if (next) forest->pairs[next].previous_of_second = previous;
  if (previous) forest->pairs[previous].next_of_second = next;
  else forest->nodes[pair->second].as_second = next;
}

static void give_pair_back(struct forest *forest, int32_t pair) {
  forest->pairs[pair].next_of_first = forest->free_pair;
  forest->free_pair = pair;
}

void clear_pairs(struct forest *forest, int32_t leaf) {
  struct node *node = &forest->nodes[leaf];
  int32_t pair = node->as_first;
  node->as_first = 0;
  while (pair) {
    int32_t next = forest->pairs[pair].next_of_first;
    unlink_from_second(forest, &forest->pairs[pair]);
    give_pair_back(forest, pair);
    pair = next;
  }
  pair = node->as_second;
  node->as_second = 0;
  while (pair) {
    int32_t next = forest->pairs[pair].next_of_second;
    unlink_from_first(forest, &forest->pairs[pair]);
    give_pair_back(forest, pair);
    pair = next;
  }
}

static void insert_pair(struct forest *forest, int32_t first, int32_t second) {
  int32_t place = forest->free_pair;
  if (place) {
    forest->free_pair = forest->pairs[place].next_of_first;
  } else {
    forest->pairs =
        grown(forest->pairs, &forest->pair_capacity, (int64_t)forest->pair_count + 1, sizeof(struct pair));
    place = forest->pair_count++;
  }
  struct node *a = &forest->nodes[first], *b = &forest->nodes[second];
  if (a->as_first) forest->pairs[a->as_first].previous_of_first = place;
  if (b->as_second) forest->pairs[b->as_second].previous_of_second = place;
  forest->pairs[place] = (struct pair){
      .first = first, .second = second, .next_of_first = a->as_first, .next_of_second = b->as_second};
  a->as_first = b->as_second = place;
}

// MARK: - Searching

/// Where a search notes the shapes whose boxes meet. Without that it makes pairs only.
struct search {
  struct forest *forest;
  struct meetings *meetings;
};

static inline void note(
    const struct search *search, int32_t first, int32_t second, int32_t pair, cpCollisionID id) {
  const struct forest *forest = search->forest;
  if (boxes_meet(forest->boxes[first], forest->boxes[second]))
    add_meeting(search->meetings, forest->shapes[first], forest->shapes[second], pair, id);
}

/// A leaf whose bounds a searching leaf's meet. One that stands to the left of it makes a pair and leaves it
/// to the other to note the meeting; else the searching one does, and makes a pair if the other keeps its
/// place.
static inline void find(const struct search *search, int32_t found, int32_t leaf, bool is_left) {
  struct forest *forest = search->forest;
  if (is_left) {
    insert_pair(forest, leaf, found);
  } else {
    if (forest->nodes[found].stamp < forest->nodes[leaf].stamp) insert_pair(forest, found, leaf);
    if (search->meetings) note(search, leaf, found, 0, 0);
  }
}

/// The first of a branch's children that a leaf's bounds meet, or 0; the second one waits if they meet both.
/// By branches, which the processor guesses: to choose without them waits for both boxes, and took half as
/// long again.
static inline int32_t met_child(
    const struct node *nodes, const struct node *branch, struct box bounds, int32_t *stack,
    int32_t *waiting) {
  if (boxes_meet(bounds, nodes[branch->b].bounds)) {
    if (!boxes_meet(bounds, nodes[branch->a].bounds)) return branch->b;
    stack[(*waiting)++] = branch->b;
    return branch->a;
  }
  if (boxes_meet(bounds, nodes[branch->a].bounds)) return branch->a;
  return 0;
}

/// Searches what is under a node that a leaf's bounds meet for leaves that they meet, from left to right.
static void search_under(const struct search *search, int32_t node, int32_t leaf, bool is_left) {
  struct forest *forest = search->forest;
  const struct node *nodes = forest->nodes;
  struct box bounds = nodes[leaf].bounds;
  int32_t *stack = forest->stack;
  int32_t waiting = 0;
  for (;;) {
    while (node && !is_leaf(&nodes[node])) node = met_child(nodes, &nodes[node], bounds, stack, &waiting);
    if (node) find(search, node, leaf, is_left);
    if (!waiting) return;
    node = stack[--waiting];
  }
}

static inline bool nodes_meet(const struct forest *forest, int32_t a, int32_t b) {
  return boxes_meet(forest->nodes[a].bounds, forest->nodes[b].bounds);
}

/// Searches for a leaf that has a new place: among the shapes that stand, and in its own tree from its place
/// upwards.
static void search_for(const struct search *search, int32_t standing_root, int32_t leaf) {
  const struct forest *forest = search->forest;
  const struct node *nodes = forest->nodes;
  if (standing_root && nodes_meet(forest, leaf, standing_root))
    search_under(search, standing_root, leaf, false);
  for (int32_t node = leaf, parent; (parent = nodes[node].parent); node = parent) {
    bool is_a = nodes[parent].a == node;
    int32_t sister = is_a ? nodes[parent].b : nodes[parent].a;
    // Most sisters are far away: no call for them.
    if (nodes_meet(forest, leaf, sister)) search_under(search, sister, leaf, is_a);
  }
}

static int32_t standing_root_for(struct tree *tree) {
  struct tree *standing = tree_of(tree->own.index.staticIndex);
  return standing ? standing->root : 0;
}

void add_pairs(struct tree *tree, int32_t leaf) {
  struct search search = {tree->forest, NULL};
  struct tree *moving = tree_of(tree->own.index.dynamicIndex);
  if (!moving) search_for(&search, standing_root_for(tree), leaf);
  else if (moving->root && nodes_meet(tree->forest, leaf, moving->root))
    search_under(&search, moving->root, leaf, true);
}

void find_pairs(struct tree *tree, struct meetings *meetings) {
  if (!tree->root) return;
  struct forest *forest = tree->forest;
  struct search search = {forest, meetings};
  struct tree *master = master_of(tree);
  int32_t standing_root = standing_root_for(tree);
  for (int32_t leaf = tree->first_leaf; leaf; leaf = forest->nodes[leaf].after) {
    if (forest->nodes[leaf].stamp == master->stamp) {
      search_for(&search, standing_root, leaf);
      continue;
    }
    for (int32_t place = forest->nodes[leaf].as_second; place;) {
      const struct pair *pair = &forest->pairs[place];
      note(&search, pair->first, leaf, place, pair->id);
      place = pair->next_of_second;
    }
  }
  master->stamp++;
}

void keep_ids(struct tree *tree, const struct meetings *meetings) {
  struct pair *pairs = tree->forest->pairs;
  for (int32_t i = 0; i < meetings->count; i++)
    if (meetings->list[i].pair) pairs[meetings->list[i].pair].id = meetings->list[i].id;
}
