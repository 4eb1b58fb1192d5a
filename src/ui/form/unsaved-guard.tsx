import { Modal } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type BlockerFunction, useBlocker } from 'react-router';
import { useAdmin } from '#web/ui/admin-context.ts';

/**
 * Asks before what was typed is lost: on links and buttons of the panel by a dialog, on a reload by the browser's own.
 * Whoever is logged out is not asked. Gives back `release`: what was typed is saved, one may go.
 */
export function useUnsavedGuard(isDirty: boolean) {
  const { session } = useAdmin();
  const released = useRef(false);
  const mayBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !released.current &&
      session.token() !== null &&
      currentLocation.pathname !== nextLocation.pathname,
    [isDirty, session],
  );
  const blocker = useBlocker(mayBlock);

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!released.current && session.token() !== null) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty, session]);

  const release = useCallback(() => {
    released.current = true;
  }, []);
  const question = <UnsavedQuestion blocker={blocker} />;
  return { release, question };
}

function UnsavedQuestion({ blocker }: { blocker: ReturnType<typeof useBlocker> }) {
  const { t } = useTranslation();
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={t('form.unsaved.title')}
      okText={t('form.unsaved.stay')}
      cancelText={t('form.unsaved.leave')}
      cancelButtonProps={{ danger: true }}
      onOk={() => blocker.reset?.()}
      // Escape and the cross keep what was typed; only the button goes.
      onCancel={(event) =>
        event.currentTarget instanceof HTMLElement && event.currentTarget.closest('.ant-modal-footer')
          ? blocker.proceed?.()
          : blocker.reset?.()
      }
      width={440}
    >
      <p>{t('form.unsaved.text')}</p>
    </Modal>
  );
}
