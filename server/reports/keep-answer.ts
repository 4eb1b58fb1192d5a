import type { Db } from '#server/db/tables.ts';
import { readAnswer, storeAnswer } from './report-store.ts';

interface KeepDeps {
  db: Db;
  name: string;
  lastsMs: number;
}

/**
 * Caches an answer in the database for some time: all who ask meanwhile get the same one, from any process, and each
 * process computes it once at a time. An answer must be plain JSON.
 */
export function keepAnswer<Key extends string | number, Answer>(
  { db, name, lastsMs }: KeepDeps,
  work: (key: Key, now: Date) => Promise<Answer>,
): (key: Key, now: Date) => Promise<Answer> {
  const running = new Map<Key, Promise<Answer>>();

  async function known(key: Key, now: Date): Promise<Answer | undefined> {
    const row = await readAnswer(db, `${name} ${key}`);
    // After a clock was set back far, a cached answer can seem newer than now; then it is not used.
    const isFresh = row && Math.abs(now.getTime() - row.made_at.getTime()) < lastsMs;
    return isFresh ? (row.answer as Answer) : undefined; // written below
  }

  async function workOut(key: Key, now: Date): Promise<Answer> {
    const answer = await work(key, now);
    await storeAnswer(db, { key: `${name} ${key}`, now, answer, lastsMs });
    // Another process may have been faster: then its answer counts for all.
    return (await known(key, now)) ?? answer;
  }

  return async (key, now) => {
    const found = await known(key, now);
    if (found) return found;
    const under = running.get(key) ?? workOut(key, now).finally(() => running.delete(key));
    running.set(key, under);
    return under;
  };
}
