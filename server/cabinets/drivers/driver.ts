import type { Readable } from 'node:stream';
import type { ProbeResult } from './probe.ts';

export interface CabinetIdentity {
  clientId: string;
  /** The host alone, `SLUG.DOMAIN`. */
  domain: string;
  /** The whole address, with its port when that isn't the scheme's own. */
  url: string;
  /** The cabinet's own secret, which signs what it says to the platform. */
  secret: string;
}

/** `database` makes the customer's database, `instance` starts answering under the domain. */
export type CreationStep = 'database' | 'instance';

/** Why a cabinet stops: the page that it shows meanwhile says so. */
export type SuspensionReason = 'unpaid' | 'blocked' | 'deleted';

/**
 * One act. The id is the same over all its tries, so that the worker recognises a repeat; a try by hand
 * after the last failure is a new act.
 */
export interface Operation {
  id: string;
}

/**
 * `done`: it is so. `pending`: it goes on elsewhere; the same call with the same operation is made again after so
 * many seconds, or sooner when a call-back comes. What stays pending for too long fails as `timeout`.
 */
export type Progress = { state: 'done' } | { state: 'pending'; lookAgainSeconds: number };

/** `domain`: the host that the cabinet answers under, where the driver decides it instead of the platform. */
export type CreationProgress = ({ state: 'done'; domain?: string } | { state: 'pending' }) & Progress;

/** What a new database begins with instead of an empty one. */
export interface BackupSource {
  id: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
  open(): Readable;
}

/** Keeps one backup, whole or not at all. A second call in the same operation replaces the first. */
export type BackupSink = (stream: Readable) => Promise<void>;

/** One database or instance that the driver knows of, of any client or none. */
export interface Found {
  clientId: string;
  database: boolean;
  instance: 'active' | 'suspended' | 'none';
  domain: string | null;
}

/**
 * Where cabinets live (DESIGN section 6). Every method may be called twice with the same result, and throws a
 * DriverError when it could not do what it says. `pending` is no failure and uses up no try.
 */
export interface CabinetDriver {
  /** `backup` is for the step `database`: the data to begin with. A database that is there already is kept. */
  create(
    cabinet: CabinetIdentity,
    operation: Operation & { step: CreationStep; backup?: BackupSource },
  ): Promise<CreationProgress>;
  suspend(cabinet: CabinetIdentity, operation: Operation & { reason: SuspensionReason }): Promise<Progress>;
  resume(cabinet: CabinetIdentity, operation: Operation): Promise<Progress>;
  /** A consistent copy of the customer's data, whether the cabinet is suspended or not. */
  backup(cabinet: CabinetIdentity, operation: Operation & { keep: BackupSink }): Promise<Progress>;
  /** Instance and database; done also when there is nothing left to destroy. */
  destroy(cabinet: CabinetIdentity, operation: Operation): Promise<Progress>;
  /** Whether the cabinet answers at its address, and as which version; never throws. */
  probe(cabinet: CabinetIdentity): Promise<ProbeResult>;
  /** Everything that is there, for finding what no client owns; absent where the driver can't know. */
  inventory?(): AsyncIterable<Found>;
}

/**
 * Each has a text in `messages.json` (`cabinetErrors.REASON`).
 * - `refused`: nothing listens there. `unreachable`: no connection for another reason. `timeout`: no answer in time.
 * - `rejected`: an answer, and it says no. `failed`: it was tried there, and did not work.
 * - `forbidden_address`: a private or otherwise refused address. `redirected`, `answer_too_long`, `answer_invalid`:
 *   an answer that isn't taken.
 * - `not_ready`: made, but does not come up. `conflict`: somebody else changed the same thing. `quota`: no room left.
 *   `not_permitted`: the platform's own account there may not. `template_invalid`: the operator's template is wrong.
 * - `backup_missing`: what should be restored is gone or damaged. `storage`: the backup could not be kept.
 * - `still_there`: destroyed, but it still answers. `driver_missing`: no such driver is configured.
 */
export const driverFailures = [
  'refused',
  'unreachable',
  'timeout',
  'rejected',
  'failed',
  'forbidden_address',
  'redirected',
  'answer_too_long',
  'answer_invalid',
  'not_ready',
  'conflict',
  'quota',
  'not_permitted',
  'template_invalid',
  'backup_missing',
  'storage',
  'still_there',
  'driver_missing',
] as const;
export type DriverFailure = (typeof driverFailures)[number];

/**
 * `detail` is technical, for administrators, and holds no secrets. `ended`: the operation itself is over and would
 * only fail again; the next try is a new one. `away`: nobody was reached, which says nothing of the cabinet.
 */
export class DriverError extends Error {
  readonly reason: DriverFailure;
  readonly detail: string;
  readonly ended: boolean;
  readonly away: boolean;

  constructor(reason: DriverFailure, detail: string, { ended = false, away = false } = {}) {
    super(`${reason}: ${detail}`);
    this.name = 'DriverError';
    this.reason = reason;
    this.detail = detail;
    this.ended = ended;
    this.away = away;
  }
}

/** What stands before a host answers so while the host itself is away. */
export function isGatewayAnswer(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}
