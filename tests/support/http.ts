import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Answer {
  status: number;
  headers: Headers;
  // Tests check the parts that they read.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface CallOptions {
  token?: string;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  locale?: string;
  headers?: Record<string, string>;
}

/** Connections are kept, as `fetch` keeps them; that takes more than twice as much of the processor. */
const agent = new Agent({ keepAlive: true });
/** What `fetch` says of itself. */
const ofFetch = { 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };

/** Sends one request and reads the whole answer. */
export async function call(
  url: string,
  method: string,
  { token, body, locale, headers }: CallOptions = {},
): Promise<Answer> {
  const sent = new Headers({ ...ofFetch, accept: 'application/json' });
  if (body !== undefined) sent.set('content-type', 'application/json');
  if (locale) sent.set('content-language', locale);
  if (token) sent.set('authorization', `Bearer ${token}`);
  for (const [name, value] of Object.entries(headers ?? {})) sent.set(name, value);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  // As bytes: a text takes the headers along into its encoding.
  const content = text === undefined ? undefined : Buffer.from(text);
  if (content) sent.set('content-length', String(content.length));
  const response = await new Promise<IncomingMessage>((answered, failed) => {
    const options = { method, agent, headers: Object.fromEntries(sent) };
    request(url, options, answered).on('error', failed).end(content);
  });
  const answer = new TextDecoder().decode(await buffer(response));
  const received = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct)) {
    for (const value of values) received.append(name, value);
  }
  const isJson = received.get('content-type')?.includes('json');
  return {
    status: response.statusCode ?? 0,
    headers: received,
    body: isJson ? JSON.parse(answer) : answer,
  };
}

/** The token in a line that the server printed for an email, or in a link. */
export function tokenOf(line: string): string | undefined {
  return /(?:confirm-registration\/|hash=|set-up\/)([\w-]+)/.exec(line)?.[1];
}
