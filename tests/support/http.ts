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

/** Sends one request and reads the whole answer. */
export async function call(
  url: string,
  method: string,
  { token, body, locale, headers }: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(locale && { 'content-language': locale }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** The token in a line that the server printed for an email, or in a link. */
export function tokenOf(line: string): string | undefined {
  return /(?:confirm-registration\/|hash=|set-up\/)([\w-]+)/.exec(line)?.[1];
}
