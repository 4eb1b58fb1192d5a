import * as z from 'zod';

/** `{ data }` */
export function dataOf<Data extends z.ZodType>(data: Data) {
  return z.object({ data });
}

/** `{ data: […], meta: { total } }` */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.object({ data: z.array(row), meta: z.object({ total: z.int() }) });
}

/** A file instead of JSON, for a route with a `mediaType`. */
export const fileAnswer = z.object({ name: z.string(), content: z.instanceof(Uint8Array) });
export type FileAnswer = z.infer<typeof fileAnswer>;

/** `{ data: {} }`: done, nothing to tell. */
export const done = z.object({ data: z.object({}) });
