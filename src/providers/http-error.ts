import type { Shortfall } from '#contract/http/errors.ts';

/** The person who was faster: a colleague, or the same person in another window. */
export interface ChangedBy {
  id: string | null;
  name: string;
}

/** The code when a request got no answer, or one that isn't from our API. */
export type OwnErrorCode = 'network' | 'unknown';

/**
 * Any refusal by the API, in either JSON form (DESIGN section 4). `status` is 0 without an answer. `message` is the
 * server's, in the reader's language: the first of `errors`, else the answer's own (specification, section 8).
 * Without one it is a key, `errors.network` or `errors.noMessage` (`errorText` in `i18n.ts` makes it a text).
 * `retryAfter` is in seconds.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string[]>;
  readonly payload: string[];
  readonly retryAfter: number | null;
  /** With a stale write: the present row. */
  readonly current: unknown;
  /** With a stale write: who changed the row last. */
  readonly changedBy: ChangedBy | null;
  readonly active: boolean | undefined;
  readonly requestId: string | null;
  /** With a login that needs a second factor. */
  readonly challenge: string | null;
  /** With a change of tariff that the balance doesn't cover. */
  readonly shortfall: Shortfall | null;

  constructor(
    details: Partial<Omit<HttpError, keyof Error | 'withFields'>> & { message: string; code: string },
  ) {
    super(details.message);
    this.name = 'HttpError';
    this.status = details.status ?? 0;
    this.code = details.code;
    this.fields = details.fields ?? {};
    this.payload = details.payload ?? [];
    this.retryAfter = details.retryAfter ?? null;
    this.current = details.current;
    this.changedBy = details.changedBy ?? null;
    this.active = details.active;
    this.requestId = details.requestId ?? null;
    this.challenge = details.challenge ?? null;
    this.shortfall = details.shortfall ?? null;
  }

  /** The same refusal, its messages moved to the fields of a form with other names. */
  withFields(fields: Record<string, string[]>): HttpError {
    return new HttpError({ ...this, message: this.message, fields });
  }
}

/** No answer: the network is lost, or the server is away or too slow. */
export function networkError(): HttpError {
  return new HttpError({ message: 'errors.network', code: 'network' satisfies OwnErrorCode });
}

/** The error for an answer. Understands both JSON forms everywhere, and the page of a proxy. */
export async function errorOfResponse(response: Response): Promise<HttpError> {
  const body = await bodyOf(response);
  const { fields, messages, payload } = readErrors(body['errors']);
  return new HttpError({
    status: response.status,
    code: textOf(body['code']) ?? ('unknown' satisfies OwnErrorCode),
    message: messages[0] ?? textOf(body['message']) ?? Object.values(fields).flat()[0] ?? 'errors.noMessage',
    fields,
    payload,
    retryAfter: secondsOf(response.headers.get('Retry-After') ?? body['retry_after']),
    current: body['current'],
    changedBy: changedByOf(body),
    active: typeof body['active'] === 'boolean' ? body['active'] : undefined,
    challenge: textOf(body['challenge']) ?? null,
    shortfall: shortfallOf(body['shortfall']),
    requestId: textOf(body['request_id']) ?? response.headers.get('X-Request-Id'),
  });
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}

function readErrors(errors: unknown): {
  fields: Record<string, string[]>;
  messages: string[];
  payload: string[];
} {
  if (Array.isArray(errors)) {
    const entries = errors.filter(isObject);
    return {
      fields: {},
      messages: entries.flatMap((entry) => textOf(entry['message']) ?? []),
      payload: entries.flatMap((entry) => textsOf(entry['payload'])),
    };
  }
  if (!isObject(errors)) return { fields: {}, messages: [], payload: [] };
  const fields = Object.fromEntries(Object.entries(errors).map(([name, texts]) => [name, textsOf(texts)]));
  return { fields, messages: [], payload: [] };
}

function changedByOf(body: Record<string, unknown>): ChangedBy | null {
  const name = textOf(body['changed_by']);
  return name === undefined ? null : { id: textOf(body['changed_by_id']) ?? null, name };
}

function shortfallOf(value: unknown): Shortfall | null {
  if (!isObject(value)) return null;
  const { refund, price, missing } = value;
  return typeof refund === 'number' && typeof price === 'number' && typeof missing === 'number'
    ? { refund, price, missing }
    : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function textsOf(value: unknown): string[] {
  const texts = Array.isArray(value) ? value : [value];
  return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}

function secondsOf(value: unknown): number | null {
  const seconds = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null;
}
