import { useWarnAboutChange } from '@refinedev/core';
import { Modal } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BlockerFunction, useBlocker } from 'react-router';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

/** The forms on this page with unsaved changes; refine's own switch knows only one form. */
const unsaved = new Set<string>();

/** Whether a form has unsaved changes; tells refine's notifier. */
export function useUnsaved(form: string): [isDirty: boolean, setDirty: (isDirty: boolean) => void] {
  const { setWarnWhen } = useWarnAboutChange();
  const [isDirty, setState] = useState(false);
  const tell = useCallback(
    (isNow: boolean) => {
      if (isNow) unsaved.add(form);
      else unsaved.delete(form);
      setWarnWhen(unsaved.size > 0);
    },
    [form, setWarnWhen],
  );
  useEffect(() => () => tell(false), [tell]);
  const setDirty = useCallback(
    (isNow: boolean) => {
      tell(isNow);
      setState(isNow);
    },
    [tell],
  );
  return [isDirty, setDirty];
}

/**
 * Refine's notifier with our texts. It asks before input is lost: with a dialog for links and buttons of the panel,
 * with the browser's own for a reload. People who are logged out are not asked.
 */
export function UnsavedChangesNotifier() {
  const { t } = useTranslation();
  const { session } = useAdmin();
  const { warnWhen } = useWarnAboutChange();
  const mayBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      warnWhen && session.token() !== null && currentLocation.pathname !== nextLocation.pathname,
    [warnWhen, session],
  );
  const blocker = useBlocker(mayBlock);

  useEffect(() => {
    if (!warnWhen) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (session.token() !== null) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [warnWhen, session]);

  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={t('form.unsaved.title')}
      okText={t('form.unsaved.stay')}
      cancelText={t('form.unsaved.leave')}
      cancelButtonProps={{ danger: true }}
      onOk={() => blocker.reset?.()}
      // Escape and the close button keep what was typed; only this button leaves.
      onCancel={(event) =>
        event.currentTarget instanceof HTMLElement && event.currentTarget.closest('.ant-modal-footer')
          ? blocker.proceed?.()
          : blocker.reset?.()
      }
      width="27.5rem"
    >
      <p>{t('form.unsaved.text')}</p>
    </Modal>
  );
}
