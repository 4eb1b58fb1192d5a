import type { CabinetStatus } from '#contract/cabinets/cabinet.ts';
import type { FindingKind } from '#contract/entities/cabinet-finding.ts';
import type { Found } from '#server/cabinets/drivers/driver.ts';
import type { ProbeResult } from '#server/cabinets/drivers/probe.ts';

/** Pure rules for comparing cabinets with their wanted state (DESIGN section 10.3). */

export interface Difference {
  kind: FindingKind;
  /** A key of `cabinetFindings` in `messages.json`. */
  reason: string;
  /** Technical. */
  detail: string | null;
  /** For leftovers: whether one is a database, which must be backed up before it is deleted. */
  has_database: boolean | null;
}

interface Compared {
  status: CabinetStatus;
  probed: ProbeResult | undefined;
  /** Undefined when the driver has no inventory; null when this cabinet is not in it. */
  found: Found | null | undefined;
  /** The version that should run, if it is to be compared. */
  version: string | undefined;
}

/** How a cabinet differs from its record; undefined when it doesn't. */
export function differenceOf({ status, probed, found, version }: Compared): Difference | undefined {
  if (status === 'deleted' || status === 'none' || status === 'failed') {
    return found ? leftBehind(found, 'deleted_but_there') : undefined;
  }
  if (status !== 'active' && status !== 'suspended') return undefined;
  if (found === null || found?.database === false) {
    return { kind: 'client_without_database', reason: 'no_database', ...seen(null) };
  }
  if (!probed) return undefined;
  // A front server answers errors for a cabinet that is not there. Only an answer without an error means it is open.
  const isOpen = probed.answered && probed.status < 400;
  const answer = seen(probed.answered ? `HTTP ${probed.status}` : probed.reason);
  if (status === 'suspended') {
    return isOpen ? { kind: 'answers_blocked', reason: 'answers', ...answer } : undefined;
  }
  if (!isOpen) {
    return { kind: 'silent', reason: probed.answered ? 'error_answer' : 'no_answer', ...answer };
  }
  if (version === undefined || probed.version === undefined || probed.version === version) return undefined;
  return { kind: 'version_behind', reason: 'old_version', ...seen(`${probed.version} ≠ ${version}`) };
}

function seen(detail: string | null): Pick<Difference, 'detail' | 'has_database'> {
  return { detail, has_database: null };
}

/** What exists without an owner. */
export function leftBehind(
  { database }: Pick<Found, 'database'>,
  reason: 'no_client' | 'deleted_but_there' | 'second_copy',
): Difference {
  const exact = reason === 'no_client' && !database ? 'instance_without_client' : reason;
  return { kind: 'database_without_client', reason: exact, detail: null, has_database: database };
}

/** How often in a row, and for how long, a difference must be seen before it counts. One lost probe changes nothing. */
export const confirmation = { times: 3, seconds: 300 } as const;
/** A confirmed difference ends after this many looks in a row that did not see it. */
export const missesToEnd = 2;

export interface Sighting {
  first_seen_at: Date;
  times_seen: number;
  times_missed: number;
  confirmed_at: Date | null;
}

/** What a look makes of a known difference; undefined when it has ended. */
export function afterLook<Known extends Sighting>(
  known: Known,
  isSeen: boolean,
  now: Date,
): Known | undefined {
  if (!isSeen) {
    const times_missed = known.times_missed + 1;
    return known.confirmed_at && times_missed < missesToEnd ? { ...known, times_missed } : undefined;
  }
  const times_seen = known.times_seen + 1;
  const lasts = now.getTime() - known.first_seen_at.getTime() >= confirmation.seconds * 1000;
  const counts = times_seen >= confirmation.times && lasts;
  return { ...known, times_seen, times_missed: 0, confirmed_at: known.confirmed_at ?? (counts ? now : null) };
}
