import { useLogout } from '@refinedev/core';
import { Button, Modal } from 'antd';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/providers/i18n.ts';
import { warningAt } from '#web/providers/staff-session.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

/**
 * Asks whether to continue before the session ends, and ends it without an answer (DESIGN section 9). An answer in
 * another tab counts too.
 */
export function SessionWarning() {
  const { session } = useAdmin();
  const endsAt = useSyncExternalStore(session.subscribe, () => session.endsAt());
  // A new end starts a new watch.
  return endsAt === null ? null : <SessionWatch key={endsAt} endsAt={endsAt} />;
}

function SessionWatch({ endsAt }: { endsAt: number }) {
  const { t } = useTranslation();
  const { session } = useAdmin();
  const { mutate: logOut } = useLogout();
  const [seenAt] = useState(() => Date.now());
  const [now, setNow] = useState(seenAt);
  const [renewing, setRenewing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isAsking = now >= warningAt({ endsAt, seenAt });

  useEffect(() => {
    const ticking = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= endsAt) session.end();
    }, 1000);
    return () => clearInterval(ticking);
  }, [endsAt, session]);

  async function goOn(): Promise<void> {
    setRenewing(true);
    try {
      await session.renew();
    } catch (error) {
      setFailure(errorText(error));
      setRenewing(false);
    }
  }

  return (
    <Modal
      open={isAsking}
      title={t('session.title')}
      closable={false}
      maskClosable={false}
      keyboard={false}
      width="26.25rem"
      footer={[
        <Button key="out" onClick={() => logOut()}>
          {t('actions.logOut')}
        </Button>,
        <Button key="on" type="primary" autoFocus loading={renewing} onClick={() => void goOn()}>
          {t('session.goOn')}
        </Button>,
      ]}
    >
      <p>{t('session.text', { count: left })}</p>
      <p className="unseen" role="alert">
        {isAsking ? t('session.title') : ''}
      </p>
      {failure && <p className="failure">{failure}</p>}
    </Modal>
  );
}
