#include "tree.h"

#include "include/CTumbleSolver.h"
#include <stdlib.h>

// A tree as one of the engine's indexes of shapes: whatever the engine does to an index, it does to ours.

static struct tree *as_tree(cpSpatialIndex *index) { return (struct tree *)index; }

static void destroy(cpSpatialIndex *index) {
  struct tree *tree = as_tree(index);
  members_free(&tree->own.members);
  if (--tree->forest->trees == 0) forest_free(tree->forest);
}

// MARK: - Shapes that come, go and move

static void insert(cpSpatialIndex *index, void *shape, cpHashValue hash) {
  struct tree *tree = as_tree(index);
  int32_t leaf = make_leaf(tree, shape);
  add_member(&tree->own.members, shape, hash)->place = leaf;
  insert_leaf(tree, leaf);
  tree->forest->nodes[leaf].stamp = master_of(tree)->stamp;
  add_pairs(tree, leaf);
  master_of(tree)->stamp++;
}

static void take_out(cpSpatialIndex *index, void *shape, cpHashValue hash) {
  struct tree *tree = as_tree(index);
  struct member member = take_member(&tree->own.members, shape, hash);
  if (!member.shape) return;
  remove_leaf(tree, member.place);
  clear_pairs(tree->forest, member.place);
  free_leaf(tree->forest, member.place);
}

/// Puts the leaves where the shapes' boxes are now; `place` first finds out where a shape is, if it is not
/// NULL.
static inline void update_leaves(struct tree *tree, void (*place)(cpShape *shape)) {
  struct forest *forest = tree->forest;
  struct members *members = &tree->own.members;
  put_in_order(members);
  for (int32_t i = 0; i < members->order_count; i++) {
    int32_t leaf = members->order[i];
    cpShape *shape = forest->shapes[leaf];
    if (place) place(shape);
    struct box box = box_of(shape->bb);
    if (tree->is_moving) forest->boxes[leaf] = box;
    update_leaf(tree, leaf, box);
  }
}

void place_shapes(struct tree *tree) { update_leaves(tree, place_shape); }

static void reindex(cpSpatialIndex *index) {
  struct tree *tree = as_tree(index);
  update_leaves(tree, NULL);
  struct meetings meetings = {0};
  find_pairs(tree, &meetings);
  free(meetings.list);
}

static void reindex_shape(cpSpatialIndex *index, void *shape, cpHashValue hash) {
  struct tree *tree = as_tree(index);
  const struct member *member = find_member(&tree->own.members, shape, hash);
  if (!member) return;
  if (update_leaf(tree, member->place, box_of(member->shape->bb))) add_pairs(tree, member->place);
  master_of(tree)->stamp++;
}

// MARK: - Queries

/// The node after a node and all that is under it, from left to right; 0 after the last one.
static int32_t node_beyond(const struct node *nodes, int32_t node) {
  int32_t parent = nodes[node].parent;
  while (parent && nodes[parent].b == node) {
    node = parent;
    parent = nodes[node].parent;
  }
  return parent ? nodes[parent].b : 0;
}

/// Without recursion: in a heap of shapes in one place a tree is as deep as it has shapes.
static void query(
    cpSpatialIndex *index, void *object, cpBB box_, cpSpatialIndexQueryFunc function, void *context) {
  const struct tree *tree = as_tree(index);
  const struct forest *forest = tree->forest;
  struct box box = box_of(box_);
  for (int32_t node = tree->root; node;) {
    const struct node *at = &forest->nodes[node];
    bool meets = boxes_meet(at->bounds, box);
    if (meets && is_leaf(at)) function(object, forest->shapes[node], 0, context);
    node = meets && !is_leaf(at) ? at->a : node_beyond(forest->nodes, node);
  }
}

// MARK: - The class

static cpSpatialIndexClass tree_class = {
    destroy, count_members, each_member, contains_member, insert, take_out, reindex, reindex_shape,
    unasked_pairs, query, unasked_segment,
};

struct tree *tree_of(cpSpatialIndex *index) {
  return index && index->klass == &tree_class ? (struct tree *)index : NULL;
}

static struct tree *tree_new(
    struct forest *forest, cpSpatialIndexBBFunc bounds_function, cpSpatialIndex *standing) {
  struct tree *tree = cpcalloc(1, sizeof *tree);
  if (!tree) abort();
  tree->forest = forest;
  tree->is_moving = standing != NULL;
  members_init(&tree->own.members);
  forest->trees++;
  cpSpatialIndexInit(&tree->own.index, &tree_class, bounds_function, standing);
  return tree;
}

void ctumble_use_own_trees(void *space_) {
  cpSpace *space = space_;
  cpSpatialIndexBBFunc bounds_function = space->dynamicShapes->bbfunc;
  cpSpatialIndexFree(space->staticShapes);
  cpSpatialIndexFree(space->dynamicShapes);
  struct forest *forest = forest_new();
  if (!forest) abort();
  space->staticShapes = &tree_new(forest, bounds_function, NULL)->own.index;
  space->dynamicShapes = &tree_new(forest, bounds_function, space->staticShapes)->own.index;
}
