#include "tree.h"

#include "solver.h"

#include <stdlib.h>

// Nodes, and how they come into a tree and out of it.

enum { NODES_IN_BLOCK = 64 };

struct forest *forest_new(void) {
  struct forest *forest = calloc(1, sizeof *forest);
  if (!forest) return NULL;
  // Place 0 is none; the rest of its block stays free, so that blocks begin where a line of the cache does.
  forest->node_count = NODES_IN_BLOCK;
  forest->pair_count = 1;
  return forest;
}

void forest_free(struct forest *forest) {
  free(forest->nodes);
  free(forest->shapes);
  free(forest->boxes);
  free(forest->pairs);
  free(forest->stack);
  free(forest);
}

/// A larger list in lines of the cache, with what the smaller one held.
static void *enlarged(void *list, int32_t count, int32_t capacity, size_t size) {
  void *memory = resized(NULL, capacity, size);
  if (list) memcpy(memory, list, (size_t)count * size);
  free(list);
  return memory;
}

static void make_room_for_block(struct forest *forest) {
  int64_t needed = (int64_t)forest->node_count + NODES_IN_BLOCK;
  if (needed <= forest->node_capacity) return;
  int64_t capacity = needed + needed / 2;
  if (capacity > INT32_MAX) abort();
  int32_t count = forest->node_capacity;
  forest->nodes = enlarged(forest->nodes, count, (int32_t)capacity, sizeof(struct node));
  forest->shapes = enlarged(forest->shapes, count, (int32_t)capacity, sizeof(cpShape *));
  forest->boxes = enlarged(forest->boxes, count, (int32_t)capacity, sizeof(struct box));
  forest->node_capacity = (int32_t)capacity;
  // A search goes down one branch while another waits, at most once a level.
  forest->stack = grown(forest->stack, &forest->stack_capacity, capacity, sizeof(int32_t));
}

static int32_t take_node(struct forest *forest, struct node_supply *supply) {
  int32_t node = supply->free;
  if (node) {
    supply->free = forest->nodes[node].after;
  } else {
    if (supply->next == supply->end) {
      make_room_for_block(forest);
      supply->next = forest->node_count;
      supply->end = forest->node_count += NODES_IN_BLOCK;
    }
    node = supply->next++;
  }
  forest->nodes[node] = (struct node){0};
  return node;
}

static void give_node_back(struct forest *forest, struct node_supply *supply, int32_t node) {
  forest->nodes[node].after = supply->free;
  supply->free = node;
}

// MARK: - Bounds

/// A moving shape's reach a tenth of its size further, or to where its body will be in a tenth of a second.
static struct box bounds_of(const struct tree *tree, const cpShape *shape, struct box box) {
  if (!tree->is_moving) return box;
  // The engine's tenths are those of a `float`.
  point margin = (box.high - box.low) * (double)0.1f;
  point way = (point){shape->body->v.x, shape->body->v.y} * (double)0.1f;
  return (struct box){box.low + lesser(-margin, way), box.high + greater(margin, way)};
}

static bool is_disordered(struct box bounds) {
  point zeros = bounds.low * 0 + bounds.high * 0;
  return zeros.x + zeros.y != 0;
}

int32_t make_leaf(struct tree *tree, cpShape *shape) {
  struct forest *forest = tree->forest;
  int32_t leaf = take_node(forest, &forest->leaves);
  forest->shapes[leaf] = shape;
  forest->boxes[leaf] = (struct box){{-INFINITY, -INFINITY}, {INFINITY, INFINITY}};
  forest->nodes[leaf].bounds = bounds_of(tree, shape, box_of(shape->bb));
  return leaf;
}

void free_leaf(struct forest *forest, int32_t leaf) {
  forest->shapes[leaf] = NULL;
  give_node_back(forest, &forest->leaves, leaf);
}

// MARK: - Places

/// The child of a branch into which a leaf goes: where it adds the least area.
static inline bool goes_into_b(const struct node *nodes, const struct node *branch, struct box bounds) {
  struct box a = nodes[branch->a].bounds, b = nodes[branch->b].bounds;
  double cost_a = area(b) + area(merged(a, bounds));
  double cost_b = area(a) + area(merged(b, bounds));
  if (cost_a == cost_b) {
    cost_a = distance(a, bounds);
    cost_b = distance(b, bounds);
  }
  return cost_b < cost_a;
}

void insert_leaf(struct tree *tree, int32_t leaf) {
  struct forest *forest = tree->forest;
  struct box bounds = forest->nodes[leaf].bounds;
  if (is_disordered(bounds)) tree->has_disorder = true;
  if (!tree->root) {
    tree->root = tree->first_leaf = leaf;
    struct node *node = &forest->nodes[leaf];
    node->parent = node->before = node->after = 0;
    return;
  }
  // Down to a leaf, which then shares a new branch with this one.
  int32_t branch = take_node(forest, &forest->branches);
  struct node *nodes = forest->nodes;
  int32_t sister = tree->root, parent = 0;
  bool is_b = false;
  while (!is_leaf(&nodes[sister])) {
    struct node *node = &nodes[sister];
    is_b = goes_into_b(nodes, node, bounds);
    node->bounds = merged(node->bounds, bounds);
    parent = sister;
    sister = is_b ? node->b : node->a;
  }
  nodes[branch] = (struct node){
      .bounds = merged(bounds, nodes[sister].bounds), .parent = parent, .a = leaf, .b = sister};
  nodes[leaf].parent = nodes[sister].parent = branch;
  if (!parent) tree->root = branch;
  else if (is_b) nodes[parent].b = branch;
  else nodes[parent].a = branch;

  int32_t before = nodes[sister].before;
  nodes[leaf].before = before;
  nodes[leaf].after = sister;
  nodes[sister].before = leaf;
  if (before) nodes[before].after = leaf; else tree->first_leaf = leaf;
}

void remove_leaf(struct tree *tree, int32_t leaf) {
  struct forest *forest = tree->forest;
  struct node *nodes = forest->nodes;
  int32_t before = nodes[leaf].before, after = nodes[leaf].after;
  if (before) nodes[before].after = after; else tree->first_leaf = after;
  if (after) nodes[after].before = before;

  int32_t branch = nodes[leaf].parent;
  if (!branch) {
    tree->root = 0;
    tree->has_disorder = false;
    return;
  }
  // The branch's other child takes its place.
  int32_t sister = nodes[branch].a == leaf ? nodes[branch].b : nodes[branch].a;
  int32_t parent = nodes[branch].parent;
  nodes[sister].parent = parent;
  if (!parent) tree->root = sister;
  else if (nodes[parent].a == branch) nodes[parent].a = sister;
  else nodes[parent].b = sister;
  give_node_back(forest, &forest->branches, branch);

  // What is above shrinks, as far up as anything changes.
  for (int32_t above = parent; above; above = nodes[above].parent) {
    struct box bounds = merged(nodes[nodes[above].a].bounds, nodes[nodes[above].b].bounds);
    if (!tree->has_disorder && are_same_bits(bounds, nodes[above].bounds)) break;
    nodes[above].bounds = bounds;
  }
}

void move_leaf(struct tree *tree, int32_t leaf, struct box box) {
  struct node *node = &tree->forest->nodes[leaf];
  remove_leaf(tree, leaf);
  node->bounds = bounds_of(tree, tree->forest->shapes[leaf], box);
  insert_leaf(tree, leaf);
  clear_pairs(tree->forest, leaf);
  tree->forest->nodes[leaf].stamp = master_of(tree)->stamp;
}
