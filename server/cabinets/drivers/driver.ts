import type { Readable } from 'node:stream';
import type { ProbeResult } from './probe.ts';

export interface CabinetIdentity {
  clientId: string;
  /** The host alone, `SLUG.DOMAIN`. */
  domain: string;
  /** The customer's own domain, under which the cabinet answers too; null without one. */
  ownDomain: string | null;
  /** The whole address, with its port unless it is the scheme's own. */
  url: string;
  /** The cabinet's own secret. It signs the cabinet's calls to the platform. */
  secret: string;
  /** The host that has it, of a driver with several; null before one was chosen. */
  host?: string | null;
}

/** `database` makes the customer's database, `instance` starts answering under the domain. */
export type CreationStep = 'database' | 'instance';

/** Why a cabinet is suspended; its page says so. */
export type SuspensionReason = 'unpaid' | 'blocked' | 'deleted';

/**
 * One operation. The id stays the same over all its tries, so the worker recognises a repeat; a try by hand after the
 * last failure is a new operation.
 */
export interface Operation {
  id: string;
}

/**
 * `done`: it has happened. `pending`: work goes on elsewhere; the same call with the same operation is repeated after
 * `lookAgainSeconds`, or sooner when a call-back comes. What stays pending for too long fails as `timeout`.
 */
export type Progress = { state: 'done' } | { state: 'pending'; lookAgainSeconds: number };

/** `domain`: the host under which the cabinet answers, where the driver decides it instead of the platform. */
export type CreationProgress = ({ state: 'done'; domain?: string } | { state: 'pending' }) & Progress;

/** The data that a new database starts with instead of being empty. */
export interface BackupSource {
  id: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
  open(): Readable;
}

/** Keeps one backup, complete or not at all. A second call in the same operation replaces the first. */
export type BackupSink = (stream: Readable) => Promise<void>;

/** One database or instance that the driver knows of, with or without a client. */
export interface Found {
  clientId: string;
  database: boolean;
  instance: 'active' | 'suspended' | 'none';
  domain: string | null;
}

/** A host of a driver that has several, as a driver of its own. */
export interface HostDriver extends CabinetDriver {
  /** Closes a cabinet for a move, once the requests that are being answered have ended. */
  hold(cabinet: CabinetIdentity): Promise<void>;
  /** Copies a cabinet from another host, checked and closed; replaces an earlier copy here. */
  copyFrom(source: string, cabinet: CabinetIdentity): Promise<void>;
}

/**
 * Where cabinets live (DESIGN section 6). Every method may be called twice with the same result, and throws a
 * DriverError when it failed. `pending` is no failure and uses up no try.
 */
export interface CabinetDriver {
  /** `backup` is for the step `database`: the data to start with. An existing database is kept. */
  create(
    cabinet: CabinetIdentity,
    operation: Operation & { step: CreationStep; backup?: BackupSource },
  ): Promise<CreationProgress>;
  suspend(cabinet: CabinetIdentity, operation: Operation & { reason: SuspensionReason }): Promise<Progress>;
  resume(cabinet: CabinetIdentity, operation: Operation): Promise<Progress>;
  /** Makes a consistent copy of the customer's data, whether the cabinet is suspended or not. */
  backup(cabinet: CabinetIdentity, operation: Operation & { keep: BackupSink }): Promise<Progress>;
  /** Destroys instance and database; done also when nothing is left to destroy. */
  destroy(cabinet: CabinetIdentity, operation: Operation): Promise<Progress>;
  /**
   * Makes an active cabinet answer under `ownDomain` too, and under no other name of its customer's. Absent where it
   * can't.
   */
  serveDomain?(cabinet: CabinetIdentity, operation: Operation): Promise<Progress>;
  /**
   * Whether the cabinet answers at its address, and with which version; never throws. `at`: another address that leads
   * to the same place.
   */
  probe(cabinet: CabinetIdentity, at?: string): Promise<ProbeResult>;
  /** Everything that exists, to find what no client owns; absent where the driver can't know. */
  inventory?(): AsyncIterable<Found>;
  /** Of a driver with several hosts: their names, and one of them. Throws a DriverError for an unknown one. */
  hosts?: { names: readonly string[]; of(name: string | null | undefined): HostDriver };
}

/**
 * Each has a text in `messages.json` (`cabinetErrors.REASON`).
 * - `refused`: nothing listens there. `unreachable`: no connection for another reason. `timeout`: no answer in time.
 * - `rejected`: the answer is no. `failed`: it was tried there and did not work.
 * - `forbidden_address`: a private or otherwise refused address. `redirected`, `answer_too_long`, `answer_invalid`:
 * an answer that is not accepted.
 * - `not_ready`: made, but does not start. `conflict`: somebody else changed the same thing. `quota`: no room left.
 * `not_permitted`: the platform's own account has no right to do it. `template_invalid`: the operator's template is
 * wrong.
 * - `backup_missing`: the backup to restore is gone or damaged. `storage`: the backup could not be stored.
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
 * only fail again, so the next try is a new one. `away`: nobody was reached, which says nothing about the cabinet.
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

/** Statuses of a proxy in front of a host that is away. */
export function isGatewayAnswer(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}
