import { useInvalidate } from '@refinedev/core';
import type { RowAction } from '#web/ui/admin/resource/row-action.ts';
import { useOneAtATime } from './use-one-at-a-time.tsx';

/** Runs an action on one row, one at a time. Afterwards the screens with the row are loaded again. */
export function useRowAction(resource: string, id: string) {
  const invalidate = useInvalidate();
  const { run: runOne, running } = useOneAtATime();

  async function reload(): Promise<void> {
    await invalidate({ resource, invalidates: ['list', 'many'] });
    await invalidate({ resource, id, invalidates: ['detail'] });
  }

  async function run({ send, done, undo }: RowAction): Promise<void> {
    const work = async () => {
      const said = await send();
      return typeof said === 'string' ? said : done;
    };
    await runOne(`${resource} ${id}`, { work, undo: undo && (() => void run(undo)), reload });
  }

  return { run, isRunning: running !== null };
}
