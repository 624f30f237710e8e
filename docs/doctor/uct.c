/* UCT for tic-tac-toe that writes a log for `banyan doctor`, by its page (../doctor.md) alone.

       cc -O2 -o uct uct.c -lm && ./uct 1000 > search.log && ./run doctor search.log

   With a second argument, a node's new child often gets the name of another move than the one that
   its playout begins with: a mistake that the doctor finds with --rule ucb1, but cannot name. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct State {
  int id, player, cells[9]; /* of a cell: 0 empty, or 1 + its player */
};

struct Node {
  int move, mover, visits;
  double value; /* of results for the mover */
  int untried, moves[9];
  int children;
  struct Node* child[9];
};

static int last_id;

static int below(int n) {
  static unsigned long long number = 1;
  number = number * 6364136223846793005ULL + 1442695040888963407ULL;
  return (int)((number >> 33) % (unsigned)n);
}

static int winner_of(const struct State* state) { /* 1 + the player; 0: none */
  static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                  {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
  for (int i = 0; i < 8; ++i) {
    const int first = state->cells[lines[i][0]];
    if (first && first == state->cells[lines[i][1]] && first == state->cells[lines[i][2]]) {
      return first;
    }
  }
  return 0;
}

static int legal_moves(const struct State* state, int* moves) {
  int count = 0;
  const int over = winner_of(state);
  for (int cell = 0; cell < 9 && !over; ++cell) {
    if (!state->cells[cell]) moves[count++] = cell;
  }
  printf("moves %d", state->id);
  for (int i = 0; i < count; ++i) printf(" %d", moves[i]);
  printf("\n");
  return count;
}

static void play(struct State* state, int move) {
  printf("play %d %d\n", state->id, move);
  state->cells[move] = 1 + state->player;
  state->player = 1 - state->player;
}

static struct Node* new_node(const struct State* state, int move, int mover) {
  struct Node* node = calloc(1, sizeof *node);
  if (!node) exit(1);
  node->move = move;
  node->mover = mover;
  node->untried = legal_moves(state, node->moves);
  return node;
}

static struct Node* best_child(const struct Node* node) {
  struct Node* best = NULL;
  double most = -1;
  for (int i = 0; i < node->children; ++i) {
    struct Node* child = node->child[i];
    const double mean = child->value / child->visits;
    const double score = mean + sqrt(2 * log(node->visits) / child->visits);
    if (score > most) {
      most = score;
      best = child;
    }
  }
  return best;
}

int main(int count, char** arguments) {
  const int iterations = count > 1 ? atoi(arguments[1]) : 1000;
  const int wrong = count > 2;
  struct State root = {.id = ++last_id};
  printf("game tic_tac_toe players 2 iterations %d\n", iterations);
  printf("new %d\n", root.id);
  struct Node* top = new_node(&root, -1, 1);
  for (int i = 0; i < iterations; ++i) {
    struct State state = root;
    state.id = ++last_id;
    printf("copy %d %d\n", root.id, state.id);
    struct Node* path[10] = {top};
    int depth = 0;
    while (!path[depth]->untried && path[depth]->children) {
      path[depth + 1] = best_child(path[depth]);
      play(&state, path[++depth]->move);
    }
    struct Node* leaf = path[depth];
    if (leaf->untried) {
      const int at = below(leaf->untried), move = leaf->moves[at], mover = state.player;
      leaf->moves[at] = leaf->moves[--leaf->untried];
      play(&state, move);
      path[++depth] = new_node(&state, wrong ? leaf->moves[at] : move, mover);
      leaf->child[leaf->children++] = path[depth];
    }
    int moves[9];
    for (int n; (n = legal_moves(&state, moves)) > 0;) play(&state, moves[below(n)]);
    const int winner = winner_of(&state);
    const double first = winner ? winner == 1 : 0.5;
    printf("result %d %g %g\n", state.id, first, 1 - first);
    for (; depth >= 0; --depth) {
      ++path[depth]->visits;
      path[depth]->value += path[depth]->mover == 0 ? first : 1 - first;
    }
  }
  return 0;
}
