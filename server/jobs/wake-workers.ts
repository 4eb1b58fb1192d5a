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
  const wakeOne = (queue: string) => {
    const id = byQueue.get(queue)?.find((one) => !busy.has(one));
    if (id !== undefined) wake(id);
  };
  return {
    queues: () => [...byQueue.keys()],
    add(queue: string, id: string): void {
      byQueue.set(queue, [...(byQueue.get(queue) ?? []), id]);
    },
    wakeOne,
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
  workers: Pick<Workers, 'queues' | 'wakeOne'>,
): { stop(): void } {
  let isStopped = false;
  const look = async () => {
    for (const queue of await dueQueues(database, workers.queues())) workers.wakeOne(queue);
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
