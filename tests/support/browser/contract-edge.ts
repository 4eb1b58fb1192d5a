import type * as z from 'zod';
import type { ErrorCode } from '#contract/http/errors.ts';
import { type BodyOf, bodyOf, type Route } from '#contract/http/route.ts';

/** The requests to the fake server. */
export interface Asked {
  method: string;
  path: string;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: unknown;
}

/** Thrown by an answer to refuse the request. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, code: ErrorCode, more: object = {}) {
    super(code);
    this.status = status;
    this.body = { code, errors: [{ message: code, payload: [] }], ...more };
  }
}

export interface Answering {
  route: Route;
  answer: (asked: Asked) => unknown;
}

/** How the fake server answers a route: with the answer type of the contract, or a `Refusal`. */
export function answering<R extends Route>(
  route: R,
  answer: (
    asked: Omit<Asked, 'body'> & { body: z.output<BodyOf<R>> },
  ) => z.input<R['answer']> | Promise<z.input<R['answer']>>,
): Answering {
  return { route, answer: answer as Answering['answer'] }; // the body is parsed by the route's own schema
}

/** What the servers of a test could not answer. */
const opened: string[][] = [];

/** The requests without an answer since it was asked last. */
export function takeUnanswered(): string[] {
  return opened.splice(0).flat();
}

/**
 * A `fetch` that answers from the contract: bodies and answers must fit the schemas of their routes, so that a test
 * can't invent a server that does not exist. A request without an answer fails the test (`component-setup.ts`).
 */
export function contractEdge(answers: readonly Answering[]): {
  fetch: typeof fetch;
  asked: Asked[];
} {
  const asked: Asked[] = [];
  const unanswered: string[] = [];
  opened.push(unanswered);
  return {
    fetch: (input, init) => respond(new URL(String(input), 'http://localhost'), init),
    asked,
  };

  async function respond(url: URL, init: RequestInit = {}): Promise<Response> {
    const method = init.method ?? 'GET';
    const path = url.pathname.replace(/^\/api/, '');
    const found = answers.flatMap(({ route, answer }) => {
      const params = route.method === method ? paramsIn(route.path, path) : null;
      return params ? [{ route, answer, params }] : [];
    })[0];
    if (!found) {
      unanswered.push(`${method} ${path}${url.search}`);
      return Response.json({ code: 'not_found', errors: [] }, { status: 404 });
    }
    const { route, answer, params } = found;
    const sent: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const one: Asked = { method, path, params, query: url.searchParams, body: sent };
    asked.push(one);
    try {
      const body: unknown = sent === undefined ? sent : (bodyOf(route, 'ua')?.parse(sent) ?? sent);
      return Response.json(route.answer.parse(await answer({ ...one, body })), {
        status: route.status ?? 200,
      });
    } catch (error) {
      if (error instanceof Refusal) return Response.json(error.body, { status: error.status });
      unanswered.push(`${method} ${path}: ${String(error)}`);
      return Response.json({ code: 'unknown', errors: [] }, { status: 500 });
    }
  }
}

function paramsIn(pattern: string, path: string): Record<string, string> | null {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const match = new RegExp(`^${pattern.replace(/:\w+/g, '([^/]+)')}$`).exec(path);
  return (
    match && Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? '')]))
  );
}
