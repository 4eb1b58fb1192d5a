import { useInvalidate } from '@refinedev/core';
import { App, Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import type { RowAction } from '#web/ui/admin/resource/row-action.ts';

/** The toast of each row that an action was run on, and how many there were. */
const toasts = new Map<string, string>();
let toastCount = 0;

/**
 * Closes a row's toast, and gives the key of the next. Under the same key it would go with the one before, however short
 * a time it was seen.
 */
function nextToast(row: string, destroy: (key: string) => void): string {
  const before = toasts.get(row);
  if (before !== undefined) destroy(before);
  toastCount += 1;
  const key = `${row} ${toastCount}`;
  toasts.set(row, key);
  return key;
}

/**
 * Runs an action on one row, one at a time. A toast says that it is done and how to undo it, or why it failed. Either
 * way the screens with the row are loaded again.
 */
export function useRowAction(resource: string, id: string) {
  const { t } = useTranslation();
  const { auth } = useAdmin();
  const { notification } = App.useApp();
  const invalidate = useInvalidate();
  const running = useRef(false);
  const [isRunning, setRunning] = useState(false);

  async function run({ send, done, undo }: RowAction): Promise<void> {
    if (running.current) return;
    running.current = true;
    setRunning(true);
    // A new toast about a row replaces the one before.
    const toast = () => nextToast(`${resource} ${id}`, notification.destroy);
    try {
      const said = await send();
      const key = toast();
      notification.success({
        key,
        message: typeof said === 'string' ? said : done,
        ...(undo && {
          actions: (
            <Button
              size="small"
              onClick={() => {
                notification.destroy(key);
                void run(undo);
              }}
            >
              {t('form.undo')}
            </Button>
          ),
        }),
      });
    } catch (error) {
      await auth.onError(error);
      notification.error({ key: toast(), message: t('errors.title'), description: errorText(error) });
    } finally {
      running.current = false;
      setRunning(false);
    }
    await invalidate({ resource, invalidates: ['list', 'many'] });
    await invalidate({ resource, id, invalidates: ['detail'] });
  }

  return { run, isRunning };
}
