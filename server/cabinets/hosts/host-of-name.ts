import type { Config } from '#server/kernel/config.ts';
import type { Db } from '#server/db/tables.ts';
import { hostOfDomain } from './host-store.ts';

interface Found {
  name: string;
  url: string;
}

/** How long an answer is kept; a host that no longer has the cabinet says so, and then it is asked for again. */
const keptMs = 30_000;
/** A name that nobody has yet may be a cabinet that is being made. */
const unknownKeptMs = 3000;
/** Anybody can ask for any name. */
const mostKept = 20_000;

/**
 * Finds the host of a cabinet by its name, for the host that was asked for it; undefined when that is the host itself,
 * or there is no such cabinet.
 */
export function hostsOfNames({ db, config }: { db: Db; config: Pick<Config, 'cabinets'> }, ownName: string) {
  const { hosts } = config.cabinets;
  const kept = new Map<string, { found: Found | undefined; until: number }>();
  return { hostOf };

  async function hostOf(domain: string, { isStale = false } = {}): Promise<Found | undefined> {
    const before = kept.get(domain);
    if (before && !isStale && before.until > performance.now()) return before.found;
    const found = await lookUp(domain);
    if (kept.size >= mostKept) kept.clear();
    kept.set(domain, { found, until: performance.now() + (found ? keptMs : unknownKeptMs) });
    return found;
  }

  async function lookUp(domain: string): Promise<Found | undefined> {
    const row = await hostOfDomain(db, domain);
    const name = row && (row.host ?? hosts[0]?.name);
    if (name === undefined || name === ownName) return undefined;
    return hosts.find((host) => host.name === name);
  }
}
