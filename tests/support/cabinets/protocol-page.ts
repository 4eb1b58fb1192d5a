import { readFileSync } from 'node:fs';

/** One exchange of `docs/cabinet-protocol.md`, in a block of the language `http` with a name. */
export interface Example {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Empty for none. */
  body: string;
  answer: { status: number; headers: Record<string, string>; body: string };
}

const page = readFileSync(new URL('../../../docs/cabinet-protocol.md', import.meta.url), 'utf8');

export const examples: readonly Example[] = [...page.matchAll(/```http ?([a-z-]*)\n([\s\S]*?)```/g)].map(
  ([, name = '', text = '']) => exampleOf(name, text),
);

export function exampleNamed(name: string): Example {
  const found = examples.find((example) => example.name === name);
  if (!found) throw new Error(`docs/cabinet-protocol.md has no example "${name}"`);
  return found;
}

/**
 * Whether an answer is like the example: the same fields everywhere, values of the same type, and exactly the same
 * `code` and `status`. Null in an example may be a value, and objects by language or feature may have other keys.
 */
export function differences(example: unknown, real: unknown, path = 'body'): string[] {
  if (example === null || real === null) return [];
  if (Array.isArray(example) && Array.isArray(real)) {
    return example.length && real.length ? differences(example[0], real[0], `${path}[0]`) : [];
  }
  if (typeof example !== 'object' || typeof real !== 'object') {
    if (typeof example !== typeof real) return [`${path} is ${typeof real}, not ${typeof example}`];
    const isFixed = path.endsWith('.code');
    return isFixed && example !== real ? [`${path} is ${String(real)}, not ${String(example)}`] : [];
  }
  if (/feature_names|tariff\.name/.test(path)) return [];
  const there = new Map(Object.entries(real));
  const missing = Object.keys(example).filter((key) => !there.has(key));
  const unnamed = [...there.keys()].filter((key) => !Object.hasOwn(example, key));
  return [
    ...missing.map((key) => `${path}.${key} is only on the page`),
    ...unnamed.map((key) => `${path}.${key} is not on the page`),
    ...Object.entries(example).flatMap(([key, value]) =>
      there.has(key) ? differences(value, there.get(key), `${path}.${key}`) : [],
    ),
  ];
}

function exampleOf(name: string, text: string): Example {
  const [asked = '', answered = ''] = text.split(/\nHTTP\/1\.1 /);
  const request = partsOf(asked);
  const answer = partsOf(answered);
  const [method = '', path = ''] = request.first.split(' ');
  return { name, method, path, ...request, answer: { ...answer, status: Number(answer.first) } };
}

function partsOf(text: string) {
  const [head = '', ...rest] = text.trim().split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)));
  return { first, headers, body: rest.join('\n\n') };
}
