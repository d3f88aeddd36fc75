#ifndef CTUMBLE_TREE_H
#define CTUMBLE_TREE_H

#include "box.h"
#include "meetings.h"
#include "members.h"

// # The trees of boxes
//
// The engine finds the pairs of shapes that may touch by two trees of boxes, one of the shapes that move and
// one of those that stand. Which pairs are found follows from geometry alone, but their order, which decides
// every bit of what comes after, follows from how the trees grew. So these grow as the engine's do, leaf by
// leaf, and give the same pairs in the same order. What differs is how they lie in memory: places in lists
// instead of pointers, leaves beside leaves, the shapes' boxes in a list of their own, and the leaves linked
// in the order of the tree, so that a step visits no branch but where a shape has moved.

/// A node: a leaf, which stands for a shape, or a branch, which holds two nodes. A node is known by its place
/// in the forest's list; 0 is none.
struct node {
  /// A moving leaf's is larger than its shape's box, so that it need not be put elsewhere in every step.
  struct box bounds;
  int32_t parent;
  /// Of a branch; a leaf has none.
  int32_t a, b;
  /// When a leaf got its place.
  cpTimestamp stamp;
  /// The latest of a leaf's pairs, of those that have it first and of those that have it second.
  int32_t as_first, as_second;
  /// The leaves beside a leaf in its tree's order; of a free node the next free one is `after`.
  int32_t before, after;
};
_Static_assert(sizeof(struct node) == 64, "a node is a line of the cache");

/// Two leaves whose bounds meet. Every later pair of a leaf comes before the earlier ones.
struct pair {
  int32_t first, second;
  int32_t next_of_first, previous_of_first;
  int32_t next_of_second, previous_of_second;
  /// What the latest search for contacts said of the two shapes.
  cpCollisionID id;
};

/// Nodes of one kind are handed out from blocks: so leaves lie beside leaves.
struct node_supply {
  int32_t free, next, end;
};

/// What a space's two trees share.
struct forest {
  struct node *nodes;
  /// Of a leaf: its shape, and the box around it as of this step; that of a shape that stands is infinite.
  cpShape **shapes;
  struct box *boxes;
  int32_t node_count, node_capacity;
  struct node_supply leaves, branches;

  struct pair *pairs;
  int32_t pair_count, pair_capacity, free_pair;

  /// Where searches note which branches they have yet to look into.
  int32_t *stack;
  int32_t stack_capacity;
  /// The trees that use it.
  int trees;
};

struct tree {
  struct own_index own;
  struct forest *forest;
  /// Of shapes that move: their bounds reach to where they are going.
  bool is_moving;
  /// Some bounds were not finite since the tree was empty: then branches are measured again whether or not
  /// they seem to have changed.
  bool has_disorder;
  int32_t root, first_leaf;
  cpTimestamp stamp;
};

static inline bool is_leaf(const struct node *node) { return node->a == 0; }

/// The tree of an index that is one of ours, or NULL.
struct tree *tree_of(cpSpatialIndex *index);

/// The tree whose stamp counts, which is that of the moving shapes.
static inline struct tree *master_of(struct tree *tree) {
  struct tree *moving = tree_of(tree->own.index.dynamicIndex);
  return moving ? moving : tree;
}

// MARK: - Nodes

struct forest *forest_new(void);
void forest_free(struct forest *forest);

/// A leaf with a shape's bounds, in no tree yet.
int32_t make_leaf(struct tree *tree, cpShape *shape);
void free_leaf(struct forest *forest, int32_t leaf);

void insert_leaf(struct tree *tree, int32_t leaf);
void remove_leaf(struct tree *tree, int32_t leaf);

/// Gives a leaf another place, in which its bounds hold its shape's box again.
void move_leaf(struct tree *tree, int32_t leaf, struct box box);

/// Whether the box had left the leaf's bounds.
static inline bool update_leaf(struct tree *tree, int32_t leaf, struct box box) {
  if (box_holds(tree->forest->nodes[leaf].bounds, box)) return false;
  move_leaf(tree, leaf, box);
  return true;
}

// MARK: - Pairs

void clear_pairs(struct forest *forest, int32_t leaf);

/// Pairs of a leaf that has just come into its tree.
void add_pairs(struct tree *tree, int32_t leaf);

/// Notes every two shapes whose boxes meet, in the engine's order. The boxes must be of this step.
void find_pairs(struct tree *tree, struct meetings *meetings);
/// Keeps what was said of them for the next step.
void keep_ids(struct tree *tree, const struct meetings *meetings);

// MARK: - A step

/// Puts all moving shapes where their bodies are, and into their places in the tree.
void place_shapes(struct tree *tree);
#endif
