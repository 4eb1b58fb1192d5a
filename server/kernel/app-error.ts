import type { MemberRole } from '#contract/accounts/member-role.ts';
import { type ErrorCode, errorStatuses, type Shortfall } from '#contract/http/errors.ts';
import type { Refusal } from '#contract/kernel/issues.ts';

interface AppErrorDetails {
  /** For a 422: the refusals by field. */
  fields?: Record<string, Refusal[]>;
  /** Keys of `messages.json` for the `payload` of a conflict. */
  payload?: string[];
  /** The text for this case, instead of the code's own. */
  says?: Refusal;
  /** In seconds, for `Retry-After`. */
  retryAfter?: number;
  /** More fields at the top of the answer. */
  extra?: {
    active?: boolean;
    kept_until?: string;
    current?: unknown;
    changed_by?: string | null;
    changed_by_id?: string | null;
    challenge?: string;
    shortfall?: Shortfall;
  };
}

/**
 * A refusal: a code of the contract with its payload. Only `http/error-handler.ts` turns it into HTTP.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: AppErrorDetails;

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorStatuses[this.code];
  }
}

/** The server itself can't act now, so that no other row or client would fare better. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.status >= 500;
}

/** The refusal of an act on a deleted client: one can be restored first, unless its data was erased for good. */
export function deletedClient({ erased_at }: { erased_at: Date | null }): AppError {
  return new AppError('deleted', erased_at ? { says: { key: 'errors.erased' } } : {});
}

/** The refusal of somebody whose role may less than the lowest one that may. */
export function roleRefusal(lowest: MemberRole): AppError {
  return new AppError('role_required', { says: { key: `roleRequired.${lowest}` } });
}

/** A 422 at one field. */
export function fieldError(field: string, key: string, code: ErrorCode = 'validation_failed'): AppError {
  return new AppError(code, { fields: { [field]: [{ key }] } });
}
