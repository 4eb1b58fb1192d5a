import { useCreate, useCustomMutation, useDelete, useUpdate } from '@refinedev/core';
import type * as z from 'zod';
import type { Route } from '#contract/http/route.ts';
import { causeOf, trash } from '#web/providers/data-provider.ts';
import { type CallOptions, filledPath } from '#web/providers/http-client.ts';

/** The screens themselves report the result: with an undo button, or at a field. */
const quiet = { successNotification: false, errorNotification: false } as const;

/** An answer, or the refusal as the http client's `HttpError`. */
async function unwrapped<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw causeOf(error);
  }
}

interface Saved {
  data: { id: string };
}

/**
 * Writes rows of a resource with refine's hooks. Throws HttpError. The caller reloads what shows the row after a
 * successful write; refine would do it after a refusal too, behind the dialog that asks what to keep.
 */
export function useRowWrites(resource: string) {
  const { mutateAsync: create } = useCreate({ resource, ...quiet });
  const { mutateAsync: update } = useUpdate({ resource, ...quiet });
  const { mutateAsync: remove } = useDelete();
  const save = (id: string, values: object, meta = {}) =>
    unwrapped(update({ id, values, meta, invalidates: [] })) as Promise<Saved>;
  return {
    create: (values: object) => unwrapped(create({ values })) as Promise<Saved>,
    update: (id: string, values: object) => save(id, values),
    /** For good: refine drops the row. */
    remove: (id: string) => unwrapped(remove({ resource, id, ...quiet })),
    /** The row stays visible and can be restored. */
    removeSoftly: (id: string, values: object = {}) => save(id, values, { trash: trash.remove }),
    restore: (id: string) => save(id, {}, { trash: trash.restore }),
  };
}

/** Calls a route that acts on something, with refine's `useCustomMutation`. Throws HttpError. */
export function useCall() {
  const { mutateAsync } = useCustomMutation();
  return async <R extends Route>(
    route: R,
    { params, query, body, headers }: Omit<CallOptions<R>, 'signal' | 'patienceMs'> = {},
  ): Promise<z.output<R['answer']>> => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) search.set(name, String(value));
    }
    const path = filledPath(route.path, params);
    const answer = await unwrapped(
      mutateAsync({
        url: search.size > 0 ? `${path}?${search}` : path,
        method: methods[route.method as keyof typeof methods],
        values: body ?? {},
        ...(headers && { config: { headers } }),
        ...quiet,
      }),
    );
    return answer as z.output<R['answer']>; // the server validates it with this very schema
  };
}

const methods = { POST: 'post', PUT: 'put', DELETE: 'delete' } as const;
