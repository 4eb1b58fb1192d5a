import { type ErrorCode, errorStatuses } from '#contract/errors.ts';
import type { Refusal } from '#contract/issues.ts';

interface RefusedDetails {
  /** For a 422: the refusals by field. */
  fields?: Record<string, Refusal[]>;
  /** Keys of `messages.json` for the `payload` of a conflict. */
  payload?: string[];
  /** Seconds, for `Retry-After`. */
  retryAfter?: number;
  /** More at the top of the answer. */
  extra?: {
    active?: boolean;
    current?: unknown;
    changed_by?: string | null;
    changed_by_id?: string | null;
    challenge?: string;
  };
}

/**
 * How a service says no: a code of the contract with its payload. `http/error-handler.ts` alone makes HTTP of it.
 */
export class Refused extends Error {
  readonly code: ErrorCode;
  readonly details: RefusedDetails;

  constructor(code: ErrorCode, details: RefusedDetails = {}) {
    super(code);
    this.name = 'Refused';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorStatuses[this.code];
  }
}

/** A 422 at one field. */
export function refusedField(field: string, key: string, code: ErrorCode = 'validation_failed'): Refused {
  return new Refused(code, { fields: { [field]: [{ key }] } });
}
