import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errorStatuses } from '#contract/http/errors.ts';
import type { Route } from '#contract/http/route.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { databaseAwayLog, isDatabaseAway } from '#server/db/database-away.ts';
import { isPassingConflict } from '#server/db/passing-conflict.ts';
import { inTime, sentenceOf, translate } from '#server/kernel/messages.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { headersBeforeHooks, varyByLanguage } from './security.ts';
import { isVisit, sendUnavailablePage } from './unavailable-page.ts';

// Fastify's own refusals, as our codes.
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'json_expected',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_BAD_URL: 'not_found',
};

/** When a client should try again while the database is away. */
const awaySeconds = 5;
/** The same while another write holds what it needs. */
const conflictSeconds = 1;

/**
 * The only writer of error answers (DESIGN section 4): 422 by field, anything else as a list, each with a stable code
 * and a message in the reader's language. An unexpected error is a 500 that reveals nothing. While the database is
 * away, everything that needs it is a 503; so is a write that was in another one's way, which the next try may end.
 */
export function handleErrors(
  app: FastifyInstance,
  { routes, localeOf }: { routes: readonly Route[]; localeOf(request: FastifyRequest): Locale },
): void {
  const notifyAway = databaseAwayLog(app.log);
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const locale = localeOf(request);
    if (error instanceof AppError) return answer(reply, request, locale, error);
    const known = error.code ? fastifyCodes[error.code] : undefined;
    if (known) return answer(reply, request, locale, new AppError(known));
    if (error instanceof SyntaxError && error.statusCode === 400) {
      return answer(reply, request, locale, new AppError('bad_json'));
    }
    if (error.statusCode && error.statusCode < 500) {
      return answer(reply, request, locale, new AppError('bad_request'));
    }
    if (isDatabaseAway(error)) {
      notifyAway(error);
      if (isVisit(request)) return sendUnavailablePage(request, reply, { locale, retryAfter: awaySeconds });
      return answer(reply, request, locale, new AppError('unavailable', { retryAfter: awaySeconds }));
    }
    if (isPassingConflict(error)) {
      request.log.warn({ err: error }, 'two transactions were in each other’s way');
      return answer(reply, request, locale, new AppError('unavailable', { retryAfter: conflictSeconds }));
    }
    request.log.error({ err: error }, 'unexpected error');
    return answer(reply, request, locale, new AppError('internal'));
  });

  app.setNotFoundHandler((request, reply) => {
    const locale = localeOf(request);
    const path = readable(request.url.split('?', 1)[0] ?? '');
    const allowed = routes.filter((route) => matches(route, path)).map(({ method }) => method);
    if (allowed.length === 0) return answer(reply, request, locale, new AppError('not_found'));
    void reply.header('allow', [...new Set(allowed)].join(', '));
    return answer(reply, request, locale, new AppError('method_not_allowed'));
  });
}

/** The address with its escapes decoded. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * Answers an address that cannot be decoded (`%zz`) with 404; no hook has run for it. Somebody who opens a broken
 * link gets a page.
 */
export function refuseAddress(request: FastifyRequest, reply: FastifyReply, locale: Locale): FastifyReply {
  void reply.headers(headersBeforeHooks(request));
  if (isVisit(request)) return reply.redirect('/404');
  return answer(reply, request, locale, new AppError('not_found'));
}

function matches({ path, alsoAt }: Route, asked: string): boolean {
  if (asked === `/api${alsoAt}`) return true;
  const expected = `/api${path}`.split('/');
  const given = asked.split('/');
  return (
    expected.length === given.length &&
    expected.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
}

function answer(
  reply: FastifyReply,
  request: FastifyRequest,
  locale: Locale,
  refused: AppError,
): FastifyReply {
  const { code, details } = refused;
  if (details.retryAfter) void reply.header('retry-after', details.retryAfter);
  if (code === 'unauthorized') void reply.header('www-authenticate', 'Bearer');
  const when = inTime(locale, details.retryAfter ?? 0);
  const message = details.says
    ? sentenceOf(locale, details.says)
    : translate(locale, `errors.${code}`, { when });
  void reply.status(errorStatuses[code]).header('cache-control', 'no-store');
  varyByLanguage(reply);
  if (details.fields) {
    const errors = Object.fromEntries(
      Object.entries(details.fields).map(([field, refusals]) => [
        field,
        refusals.map((refusal) => sentenceOf(locale, refusal)),
      ]),
    );
    return reply.send({ message, code, errors, ...details.extra });
  }
  const payload = details.payload?.map((key) => translate(locale, key));
  return reply.send({
    message,
    code,
    errors: [{ message, code, ...(payload && { payload }) }],
    request_id: request.id,
    ...(details.retryAfter && { retry_after: details.retryAfter }),
    ...details.extra,
  });
}
