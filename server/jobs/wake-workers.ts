import type { QueueDatabase } from './queue-database.ts';
import { dueQueues } from './queue-store.ts';

const lookEveryMs = 1000;

/**
 * The workers of this process, which sleep until they are woken. One of a queue is woken for a new job, and each that
 * has got one wakes the next: so a single job makes one or two of them look, and many jobs all of them
 * (docs/decisions/0258).
 */
export function createWorkers(wake: (id: string) => void) {
  const byQueue = new Map<string, string[]>();
  const busy = new Set<string>();
  const idle = (queue: string) => (byQueue.get(queue) ?? []).filter((id) => !busy.has(id));
  const wakeOne = (queue: string) => idle(queue).slice(0, 1).forEach(wake);
  return {
    queues: () => [...byQueue.keys()],
    add(queue: string, id: string): void {
      byQueue.set(queue, [...(byQueue.get(queue) ?? []), id]);
    },
    wakeOne,
    wakeAll: (queue: string) => idle(queue).forEach(wake),
    /** Does a job. Afterwards the worker looks for the next one at once. */
    async work(queue: string, id: string, act: () => Promise<unknown>): Promise<void> {
      busy.add(id);
      wakeOne(queue);
      try {
        await act();
      } finally {
        busy.delete(id);
        wake(id);
      }
    },
  };
}
export type Workers = ReturnType<typeof createWorkers>;

/**
 * Wakes workers for jobs that no NOTIFY announces: of a retry, of `afterSeconds`, or those that a lost connection missed.
 * It asks for all queues at once: when each worker asked for its own, that was most of what an idle server sent.
 */
export function wakeForDue(
  database: Pick<QueueDatabase, 'executeSql'>,
  workers: Pick<Workers, 'queues' | 'wakeAll'>,
): { stop(): void } {
  let isStopped = false;
  const look = async () => {
    // All of them: the one that was woken may wait for a broken connection.
    for (const queue of await dueQueues(database, workers.queues())) workers.wakeAll(queue);
  };
  const later = () =>
    setTimeout(() => {
      void look()
        .catch(() => undefined) // the database is away: the next look asks again
        .finally(() => {
          if (!isStopped) timer = later();
        });
    }, lookEveryMs);
  let timer = later();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
