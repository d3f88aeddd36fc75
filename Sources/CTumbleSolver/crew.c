#include "solver.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

// Threads that wait for parts to solve, the caller being one more. Which thread solves a part changes nothing but time.

struct crew {
  pthread_t threads[MAX_PARTS];
  int thread_count;

  pthread_mutex_t mutex;
  pthread_cond_t has_work, is_done;
  /// The work at hand, guarded by the mutex.
  void (*work)(void *context, int part);
  void *context;
  int part_count, done_count;
  /// How many times there was work.
  uint32_t call;
  bool is_ending;
  /// The call in the upper half and its next part in the lower: who comes late does not take what is another call's.
  _Atomic uint64_t next;
};

/// Does parts of a call until none is left.
static int take_parts(struct crew *crew, uint32_t call, void (*work)(void *, int), void *context, int part_count) {
  int done = 0;
  uint64_t next = atomic_load(&crew->next);
  while (next >> 32 == call && (int)(uint32_t)next < part_count) {
    // Where somebody else took it, `next` is the one after.
    if (!atomic_compare_exchange_weak(&crew->next, &next, next + 1)) continue;
    work(context, (int)(uint32_t)next);
    done++;
    next = atomic_load(&crew->next);
  }
  return done;
}

static void *wait_for_work(void *crew_) {
  struct crew *crew = crew_;
  uint32_t latest = 0;
  pthread_mutex_lock(&crew->mutex);
  for (;;) {
    while (crew->call == latest && !crew->is_ending) pthread_cond_wait(&crew->has_work, &crew->mutex);
    if (crew->is_ending) break;
    latest = crew->call;
    void (*work)(void *, int) = crew->work;
    void *context = crew->context;
    int part_count = crew->part_count;
    // The work may have been done without this thread: what was handed over is gone then.
    if (crew->done_count == part_count) continue;
    pthread_mutex_unlock(&crew->mutex);
    int done = take_parts(crew, latest, work, context, part_count);
    pthread_mutex_lock(&crew->mutex);
    crew->done_count += done;
    if (done && crew->done_count == crew->part_count) pthread_cond_signal(&crew->is_done);
  }
  pthread_mutex_unlock(&crew->mutex);
  return NULL;
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

void for_each_part(ctumble_solver *solver, void (*work)(void *context, int part), void *context) {
  int part_count = solver->part_count;
  if (part_count > 1 && !solver->crew) solver->crew = new_crew(solver->threads);
  struct crew *crew = solver->crew;
  if (part_count == 1 || !crew) {
    for (int i = 0; i < part_count; i++) work(context, i);
    return;
  }
  pthread_mutex_lock(&crew->mutex);
  crew->work = work;
  crew->context = context;
  crew->part_count = part_count;
  crew->done_count = 0;
  uint32_t call = ++crew->call;
  atomic_store(&crew->next, (uint64_t)call << 32);
  pthread_cond_broadcast(&crew->has_work);
  pthread_mutex_unlock(&crew->mutex);
  int done = take_parts(crew, call, work, context, part_count);
  pthread_mutex_lock(&crew->mutex);
  crew->done_count += done;
  while (crew->done_count < part_count) pthread_cond_wait(&crew->is_done, &crew->mutex);
  pthread_mutex_unlock(&crew->mutex);
}
