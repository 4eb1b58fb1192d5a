import { readListState } from './list-totals.ts';
import { singleFlight } from '#server/kernel/single-flight.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * A page as it is sent, and the state of its list that its statement saw; undefined: the list's changes are not
 * counted.
 */
export interface WrittenPage {
  body: Buffer;
  token: number | undefined;
}

interface CachedRead {
  /** Its name in `list_changes`. */
  list: string;
  /** The cache key: everything that determines a page besides the rows that `list_changes` tracks. */
  key: string;
  read(): Promise<WrittenPage>;
}

interface Memory {
  share: ReturnType<typeof singleFlight>;
  pages: Map<string, WrittenPage>;
  bytes: number;
}

const most = 8 * 1024 * 1024;
const memories = new WeakMap<Db, Memory>();

/**
 * The page that was sent last, if the list hasn't changed since. Otherwise it is read again, once for all who ask at
 * that time. It is never older than the last commit of any server before the request (docs/decisions/0035).
 */
export async function cachedPage(db: Db, { list, key, read }: CachedRead): Promise<Buffer> {
  const memory = memories.get(db) ?? { share: singleFlight(), pages: new Map(), bytes: 0 };
  memories.set(db, memory);
  const known = memory.pages.get(key);
  if (known) {
    const { token } = await memory.share(list, () => readListState(db, list));
    if (token === known.token) {
      keep(memory, key, known);
      return known.body;
    }
  }
  return memory.share(`${list} ${key}`, async () => {
    const page = await read();
    forget(memory, key);
    if (page.token !== undefined) keep(memory, key, page);
    return page.body;
  });
}

/** The least recently requested page is dropped first. */
function keep(memory: Memory, key: string, page: WrittenPage): void {
  forget(memory, key);
  memory.pages.set(key, page);
  memory.bytes += sizeOf(key, page);
  for (const oldest of memory.pages.keys()) {
    if (memory.bytes <= most) break;
    forget(memory, oldest);
  }
}

function forget(memory: Memory, key: string): void {
  const page = memory.pages.get(key);
  if (!page) return;
  memory.pages.delete(key);
  memory.bytes -= sizeOf(key, page);
}

function sizeOf(key: string, { body }: WrittenPage): number {
  return key.length * 2 + body.length;
}
