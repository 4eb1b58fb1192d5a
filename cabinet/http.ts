import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { withStyle } from './content-policy.ts';
import type { Markup } from './html.ts';

/** The most that a body may hold, in bytes. */
export const bodyLimit = 64 * 1024;

/** A list is sent as one header each. */
type Headers = Record<string, string | string[]>;

export interface Reply {
  status: number;
  headers: Headers;
  body: string;
  /** A style sheet in the page beside the usual one. */
  style?: string | undefined;
  /** Sent instead of `body`. */
  file?: { open(): Readable; bytes: number };
}

export class BodyTooLarge extends Error {}

export function page(status: number, { text, style }: Markup): Reply {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: text, style };
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** The only form of a JSON refusal; `code` is stable. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Reply {
  return json(status, { message: code, code }, headers);
}

/** 303: the next request is a GET whatever this one was. */
export function seeOther(location: string, headers: Headers = {}): Reply {
  return { status: 303, headers: { location, ...headers }, body: '' };
}

/**
 * Writes an answer with the headers that every answer has (DESIGN section 13). If its file breaks off, so does the
 * answer.
 */
export async function send(
  response: ServerResponse,
  reply: Reply,
  { policy, isHttps }: { policy: string; isHttps: boolean },
): Promise<void> {
  response.writeHead(reply.status, {
    ...(isHttps && { 'strict-transport-security': `max-age=${365 * 86_400}` }),
    'content-security-policy': reply.style ? withStyle(policy, reply.style) : policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
    'content-length': reply.file?.bytes ?? Buffer.byteLength(reply.body),
    ...reply.headers,
  });
  if (reply.file) await pipeline(reply.file.open(), response);
  else response.end(reply.body);
}

/** The whole body as text; throws BodyTooLarge past `bodyLimit`. */
export async function readBody(request: IncomingMessage): Promise<string> {
  return (await readBytes(request, bodyLimit)).toString('utf8');
}

/**
 * A form and the file with it, if it has one and files of `fileLimit` bytes are taken. Undefined when the body is no
 * such form; throws BodyTooLarge.
 */
export async function readForm(
  request: IncomingMessage,
  { fileLimit = 0 }: { fileLimit?: number | undefined },
): Promise<{ form: URLSearchParams; file?: Uint8Array } | undefined> {
  const type = headerOf(request, 'content-type') ?? '';
  const kind = type.split(';', 1)[0]?.trim().toLowerCase();
  if (kind === 'application/x-www-form-urlencoded')
    return { form: new URLSearchParams(await readBody(request)) };
  if (kind !== 'multipart/form-data' || fileLimit === 0) return undefined;
  const bytes = new Uint8Array(await readBytes(request, fileLimit));
  const sent = await new Response(bytes, { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined);
  if (!sent) return undefined;
  const texts = [...sent].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const file = [...sent.values()].find((value) => typeof value !== 'string');
  const form = new URLSearchParams(texts);
  return file ? { form, file: await file.bytes() } : { form };
}

/** Throws BodyTooLarge past the limit. */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > limit) throw new BodyTooLarge();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** A header that came exactly once. */
export function headerOf(request: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

export function cookieOf(request: IncomingMessage, name: string): string | undefined {
  for (const part of request.headers.cookie?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return undefined;
}

/** The name in the Host header, without port, in lower case. */
export function hostName(request: IncomingMessage): string {
  return (request.headers.host ?? '').replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
}
