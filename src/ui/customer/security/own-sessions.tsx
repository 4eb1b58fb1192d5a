import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserOf } from '#contract/accounts/browser-name.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import type { DataAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';

/** One's own sessions, each with a button to end it. */
export function OwnSessions({ asked }: { asked: DataAnswer<'sessions'> }) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const { moment } = useFormats();
  const [ending, setEnding] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<'ended' | { error: unknown } | null>(null);
  const list = useRef<HTMLUListElement>(null);

  async function end(id: string) {
    setEnding(id);
    setOutcome(null);
    try {
      await client.call('endSession', { params: { id } });
      setOutcome('ended');
      list.current?.focus({ preventScroll: true }); // the button disappears with its line
    } catch (error) {
      setOutcome({ error });
    }
    setEnding(null);
    asked.again();
  }

  return (
    <AsyncContent asked={asked}>
      {(sessions) => (
        <>
          {outcome === 'ended' && <Notice kind="success">{t('account.sessions.ended')}</Notice>}
          {outcome !== null && outcome !== 'ended' && (
            <Notice kind="danger">{failureText(outcome.error)}</Notice>
          )}
          <ul className="entries" ref={list} tabIndex={-1} aria-labelledby="sessions-title">
            {sessions.map(({ id, current, ip, user_agent, last_used_at }) => {
              const name = browserOf(user_agent) ?? t('account.sessions.unknown');
              return (
                <li key={id}>
                  <div>
                    <strong>{name}</strong>
                    {current && <span className="mark">{t('account.sessions.this')}</span>}
                    <p className="muted">
                      {[ip, t('account.sessions.lastUsed', { date: moment(last_used_at) })]
                        .filter(Boolean)
                        .join(' · ')}
                    </p>
                  </div>
                  {!current && (
                    <Button
                      look="text"
                      busy={ending === id}
                      aria-label={t('account.sessions.endOf', { name })}
                      onClick={() => void end(id)}
                    >
                      {t('account.sessions.end')}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </AsyncContent>
  );
}
