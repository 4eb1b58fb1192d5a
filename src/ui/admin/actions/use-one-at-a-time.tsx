import { App, Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

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

interface Work {
  /** Changes something on the server, and gives what the toast says afterwards. */
  work: () => Promise<string>;
  /** Undoes it, offered in the toast. */
  undo?: (() => void) | undefined;
  /** Loads again what it concerns, whether it was done or not. */
  reload: () => Promise<unknown>;
}

/**
 * Does one thing at a time. A toast says that it is done and how to undo it, or why it failed; a new one about the same
 * row replaces it. `running` is the row that is at work.
 */
export function useOneAtATime() {
  const { t } = useTranslation();
  const { auth } = useAdmin();
  const { notification } = App.useApp();
  const isBusy = useRef(false);
  const [running, setRunning] = useState<string | null>(null);

  async function run(row: string, { work, undo, reload }: Work): Promise<boolean> {
    if (isBusy.current) return false;
    isBusy.current = true;
    setRunning(row);
    const toast = () => nextToast(row, notification.destroy);
    try {
      const message = await work();
      const key = toast();
      const onClick = () => {
        notification.destroy(key);
        undo?.();
      };
      const actions = undo && (
        <Button size="small" onClick={onClick}>
          {t('form.undo')}
        </Button>
      );
      notification.success({ key, message, actions });
      return true;
    } catch (error) {
      await auth.onError(error);
      notification.error({ key: toast(), message: t('errors.title'), description: errorText(error) });
      return false;
    } finally {
      isBusy.current = false;
      setRunning(null);
      await reload();
    }
  }

  return { run, running };
}
