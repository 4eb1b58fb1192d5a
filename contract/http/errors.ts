import * as z from 'zod';

/**
 * Every error code of the API with its HTTP status. The message of a code is `errors.CODE` in `messages.json`.
 */
export const errorStatuses = {
  bad_json: 400,
  bad_request: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  forbidden: 403,
  read_only: 403,
  maintenance: 403,
  account_inactive: 403,
  account_blocked: 403,
  registration_closed: 403,
  setup_closed: 403,
  setup_replaced: 403,
  above_own_permissions: 403,
  second_factor_required: 403,
  second_factor_expired: 403,
  two_factor_required: 403,
  own_two_factor: 403,
  not_found: 404,
  email_not_registered: 404,
  method_not_allowed: 405,
  stale: 409,
  deleted: 409,
  not_deleted: 409,
  email_taken: 409,
  phone_taken: 409,
  name_taken: 409,
  already_confirmed: 409,
  already_reversed: 409,
  discount_over: 409,
  mail_outdated: 409,
  last_tariff: 409,
  last_public_tariff: 409,
  not_by_link: 409,
  in_force: 409,
  in_use: 409,
  last_keeper: 409,
  cabinet_not_active: 409,
  not_blockable: 409,
  cabinet_not_failed: 409,
  cabinet_not_deleted: 409,
  backup_gone: 409,
  two_factor_on: 409,
  two_factor_off: 409,
  company_details_missing: 409,
  no_xml: 409,
  not_open: 409,
  already_matched: 409,
  not_matched: 409,
  other_currency: 409,
  payment_refunded: 409,
  refund_by_gateway: 409,
  month_running: 409,
  month_is_closed: 409,
  month_not_next: 409,
  month_not_last: 409,
  body_too_large: 413,
  json_expected: 415,
  validation_failed: 422,
  link_invalid: 422,
  invoice_taken: 422,
  document_of_another: 422,
  month_closed: 422,
  idempotency_mismatch: 422,
  balance_too_low: 422,
  too_many_requests: 429,
  sent_recently: 429,
  busy: 429,
  internal: 500,
  unavailable: 503,
  gateway_unavailable: 503,
  files_busy: 503,
  clock_differs: 503,
} as const;
export type ErrorCode = keyof typeof errorStatuses;

/** 422: messages by field. */
export const fieldErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
});

/**
 * Any other error. `active` comes with a customer's refused login, and `kept_until` with that of a deleted account.
 * `current` comes with a stale write, and for staff `changed_by` and `changed_by_id`, the name and id of the person
 * who was faster. `challenge` comes with a login that needs a second factor.
 */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.array(
    z.object({ message: z.string(), code: z.string(), payload: z.array(z.string()).optional() }),
  ),
  request_id: z.string().optional(),
  retry_after: z.number().optional(),
  active: z.boolean().optional(),
  kept_until: z.string().optional(),
  current: z.unknown().optional(),
  changed_by: z.string().nullable().optional(),
  changed_by_id: z.string().nullable().optional(),
  challenge: z.string().optional(),
});
