import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Locale, localeOf } from '#contract/kernel/variants.ts';
import { translate } from '#server/kernel/messages.ts';

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto 0;padding:0 1.25rem}h1{font-size:1.375rem;line-height:1.3}';
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`;

/** Whether a person opens a page, rather than a program asking the API. */
export function isVisit(request: FastifyRequest): boolean {
  const { method, url, headers } = request;
  if (method !== 'GET' || url.startsWith('/api/')) return false;
  return (headers.accept ?? '').includes('text/html');
}

/** The language chosen in this browser (`src/providers/i18n.ts`). */
export function cookieLocale(cookies: string | undefined): Locale | undefined {
  return localeOf(/(?:^|;\s*)locale=([a-z]+)/.exec(cookies ?? '')?.[1]);
}

/** Sends a page that says that nothing can be read now, and that reloads itself. */
export function sendUnavailablePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { locale, retryAfter }: { locale: Locale; retryAfter: number },
): FastifyReply {
  const language = cookieLocale(request.headers.cookie) ?? locale;
  const heading = translate(language, 'errors.unavailable');
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${retryAfter * 2}">
<title>${heading}</title>
<style>${style}</style>
</head>
<body><main><h1>${heading}</h1><p>${translate(language, 'unavailablePage')}</p></main></body>
</html>
`;
  return reply
    .status(503)
    .headers({
      'retry-after': retryAfter,
      'cache-control': 'no-store',
      'content-language': language,
      'content-security-policy': policy,
    })
    .type('text/html; charset=utf-8')
    .send(html);
}
