#include "solver.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

// Threads that do pieces of work, the caller being one more. Which thread does a piece changes nothing but time.
//
// A step has several pieces of work, some microseconds apart, and to wake a thread takes some twenty. So a thread that has
// nothing left to do looks out for more before it goes to sleep: 2,000 times, which is 10 to 90 microseconds, by processor.

struct crew {
  pthread_t threads[MAX_PARTS];
  int thread_count;

  /// The work at hand. It is written while no piece is left, and read by who has taken one.
  void (*work)(void *context, int piece);
  void *context;
  int count;
  /// How many pieces nobody has taken yet, and how many are done.
  _Atomic int left, done;

  // For who has looked out in vain.
  pthread_mutex_t mutex;
  pthread_cond_t has_work, is_done;
  bool is_ending;
};

enum { LOOKS = 2000 };

static inline void rest(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// Does pieces until none is left.
static void take_pieces(struct crew *crew) {
  int left = atomic_load(&crew->left);
  while (left > 0) {
    // Where somebody else took it, `left` is what is left now.
    if (!atomic_compare_exchange_weak(&crew->left, &left, left - 1)) continue;
    int count = crew->count;
    crew->work(crew->context, left - 1);
    if (atomic_fetch_add(&crew->done, 1) + 1 == count) {
      pthread_mutex_lock(&crew->mutex);
      pthread_cond_signal(&crew->is_done);
      pthread_mutex_unlock(&crew->mutex);
    }
    left = atomic_load(&crew->left);
  }
}

static void *wait_for_work(void *crew_) {
  struct crew *crew = crew_;
  for (;;) {
    for (int i = 0; i < LOOKS && atomic_load(&crew->left) == 0; i++) rest();
    if (atomic_load(&crew->left) == 0) {
      pthread_mutex_lock(&crew->mutex);
      while (atomic_load(&crew->left) == 0 && !crew->is_ending) pthread_cond_wait(&crew->has_work, &crew->mutex);
      bool is_ending = crew->is_ending;
      pthread_mutex_unlock(&crew->mutex);
      if (is_ending) return NULL;
    }
    take_pieces(crew);
  }
}

/// NULL, or fewer threads than asked for, where the system has no more.
static struct crew *new_crew(int threads) {
  struct crew *crew = calloc(1, sizeof *crew);
  if (!crew) return NULL;
  pthread_mutex_init(&crew->mutex, NULL);
  pthread_cond_init(&crew->has_work, NULL);
  pthread_cond_init(&crew->is_done, NULL);
  // Signals are for the threads that a program knows of.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (int i = 1; i < threads; i++)
    if (pthread_create(&crew->threads[crew->thread_count], NULL, wait_for_work, crew) == 0) crew->thread_count++;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return crew;
}

void free_crew(struct crew *crew) {
  if (!crew) return;
  pthread_mutex_lock(&crew->mutex);
  crew->is_ending = true;
  pthread_cond_broadcast(&crew->has_work);
  pthread_mutex_unlock(&crew->mutex);
  for (int i = 0; i < crew->thread_count; i++) pthread_join(crew->threads[i], NULL);
  pthread_mutex_destroy(&crew->mutex);
  pthread_cond_destroy(&crew->has_work);
  pthread_cond_destroy(&crew->is_done);
  free(crew);
}

void for_each_piece(ctumble_solver *solver, int count, void (*work)(void *context, int piece), void *context) {
  if (count > 1 && solver->threads > 1 && !solver->crew) solver->crew = new_crew(solver->threads);
  struct crew *crew = solver->crew;
  if (count < 2 || !crew) {
    for (int i = 0; i < count; i++) work(context, i);
    return;
  }
  crew->work = work;
  crew->context = context;
  crew->count = count;
  atomic_store(&crew->done, 0);
  atomic_store(&crew->left, count);
  pthread_mutex_lock(&crew->mutex);
  pthread_cond_broadcast(&crew->has_work);
  pthread_mutex_unlock(&crew->mutex);
  take_pieces(crew);
  for (int i = 0; i < LOOKS && atomic_load(&crew->done) < count; i++) rest();
  if (atomic_load(&crew->done) == count) return;
  pthread_mutex_lock(&crew->mutex);
  while (atomic_load(&crew->done) < count) pthread_cond_wait(&crew->is_done, &crew->mutex);
  pthread_mutex_unlock(&crew->mutex);
}
