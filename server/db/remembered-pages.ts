import type { Kysely } from 'kysely';
import { readListState } from '#server/db/list-totals.ts';
import { sharedReads } from '#server/db/shared-reads.ts';
import type { Tables } from '#server/db/tables.ts';

/** A page as it is sent, and the state of its list that its own statement saw; undefined: of no counted list. */
export interface WrittenPage {
  body: Buffer;
  token: number | undefined;
}

interface Asked {
  /** As `list_changes` knows it. */
  list: string;
  /** All that a page hangs on beside the rows whose changes `list_changes` tells. */
  key: string;
  read(): Promise<WrittenPage>;
}

interface Memory {
  share: ReturnType<typeof sharedReads>;
  pages: Map<string, WrittenPage>;
  bytes: number;
}

const most = 8 * 1024 * 1024;
const memories = new WeakMap<Kysely<Tables>, Memory>();

/**
 * The page that was sent last, if the list is still in the state that it shows; else read anew, once for all who ask
 * meanwhile. Never older than what was committed before it was asked for, by whichever server (docs/decisions/0030).
 */
export async function rememberedPage(db: Kysely<Tables>, { list, key, read }: Asked): Promise<Buffer> {
  const memory = memories.get(db) ?? { share: sharedReads(), pages: new Map(), bytes: 0 };
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

/** What was asked for longest ago is forgotten first. */
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
