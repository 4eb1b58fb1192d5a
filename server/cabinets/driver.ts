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
 * Where cabinets live (DESIGN section 6). Every method may be called twice with the same result, and throws a
 * DriverError when it could not do what it says.
 */
export interface CabinetDriver {
  create(cabinet: CabinetIdentity, step: CreationStep): Promise<void>;
  suspend(cabinet: CabinetIdentity, reason: SuspensionReason): Promise<void>;
  resume(cabinet: CabinetIdentity): Promise<void>;
  /** Also when there is nothing left to destroy. */
  destroy(cabinet: CabinetIdentity): Promise<void>;
  /** Whether the cabinet answers at its address; never throws. */
  probe(cabinet: CabinetIdentity): Promise<ProbeResult>;
}

/**
 * `refused`: nothing listens there. `unreachable`: no connection for another reason. `timeout`: no answer in time.
 * `rejected`: an answer, and it says no.
 */
export type DriverFailure = 'refused' | 'unreachable' | 'timeout' | 'rejected';

/** `detail` is technical, for administrators, and holds no secrets. */
export class DriverError extends Error {
  readonly reason: DriverFailure;
  readonly detail: string;

  constructor(reason: DriverFailure, detail: string) {
    super(`${reason}: ${detail}`);
    this.name = 'DriverError';
    this.reason = reason;
    this.detail = detail;
  }
}
