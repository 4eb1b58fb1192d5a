import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HttpError } from '#web/providers/http-client.ts';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { clockText, isOnItsWay, useSecondsUntil } from './resend.ts';

/** Sends an email again, when the countdown has ended. `send` returns the seconds until the next time. */
export function ResendButton({
  againAt,
  send,
  onSent,
}: {
  againAt: number;
  send: () => Promise<number>;
  onSent: (retryAfterSeconds: number) => void;
}) {
  const { t } = useTranslation();
  const seconds = useSecondsUntil(againAt);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<'sent' | { error: unknown } | null>(null);

  async function resend() {
    setBusy(true);
    setOutcome(null);
    try {
      onSent(await send());
      setOutcome('sent');
    } catch (error) {
      const wait = error instanceof HttpError && error.status === 429 ? error.retryAfter : null;
      if (wait !== null) onSent(wait);
      setOutcome({ error });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {outcome === 'sent' && <Notice kind="success">{t('resend.sent')}</Notice>}
      {outcome !== null && outcome !== 'sent' && (
        <Notice kind={isOnItsWay(outcome.error) ? 'info' : 'danger'}>{failureText(outcome.error)}</Notice>
      )}
      <Button look="secondary" busy={busy} isHeld={seconds > 0} onClick={() => void resend()}>
        {seconds > 0 ? t('resend.later', { time: clockText(seconds) }) : t('resend.now')}
      </Button>
    </>
  );
}
