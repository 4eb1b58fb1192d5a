import * as z from 'zod';

/** `{ data }` */
export function dataOf<Data extends z.ZodType>(data: Data) {
  return z.object({ data });
}

/** `{ data: […], meta: { total } }` */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.object({ data: z.array(row), meta: z.object({ total: z.int() }) });
}

/** A Node.js stream; the contract itself does not import Node.js. */
const stream = z.custom<AsyncIterable<unknown> & { pipe: unknown }>(
  (value) => typeof value === 'object' && value !== null && 'pipe' in value,
);

/** A file instead of JSON, for a route with a `mediaType`; `bytes` where a stream's length is known. */
export const fileAnswer = z.object({
  name: z.string(),
  content: z.union([z.instanceof(Uint8Array), stream]),
  bytes: z.int().optional(),
});
export type FileAnswer = z.infer<typeof fileAnswer>;

/** Leads the browser on, for a route that `redirects`. */
export const redirectAnswer = z.object({ location: z.string() });

/** `{ data: {} }`: done. */
export const done = z.object({ data: z.object({}) });
