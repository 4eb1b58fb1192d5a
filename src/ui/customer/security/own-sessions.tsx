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
  const [ending, setEnding] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<'ended' | 'allEnded' | { error: unknown } | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  async function end(name: string, ids: readonly string[]) {
    setEnding(name);
    setOutcome(null);
    try {
      for (const id of ids) await client.call('endSession', { params: { id } });
      setOutcome(ids.length > 1 ? 'allEnded' : 'ended');
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
          {typeof outcome === 'string' && <Notice kind="success">{t(`account.sessions.${outcome}`)}</Notice>}
          {outcome !== null && typeof outcome !== 'string' && (
            <Notice kind="danger">{failureText(outcome.error)}</Notice>
          )}
          <ul className="entries" ref={list} tabIndex={-1} aria-labelledby="sessions-title">
            {ownFirst(sessions)
              .slice(0, isWhole ? undefined : shownAtFirst)
              .map((session) => (
                <Session
                  key={session.id}
                  session={session}
                  isEnding={ending === session.id}
                  onEnd={() => void end(session.id, [session.id])}
                />
              ))}
          </ul>
          <div className="actions">
            {!isWhole && sessions.length > shownAtFirst && (
              <Button look="text" onClick={() => setIsWhole(true)}>
                {t('account.sessions.all', { number: sessions.length })}
              </Button>
            )}
            {sessions.length > 2 && (
              <Button
                look="secondary"
                busy={ending === 'others'}
                onClick={() => void end('others', othersIn(sessions))}
              >
                {t('account.sessions.endOthers')}
              </Button>
            )}
          </div>
        </>
      )}
    </AsyncContent>
  );
}

function Session({
  session: { current, ip, user_agent, last_used_at },
  isEnding,
  onEnd,
}: {
  session: Sessions[number];
  isEnding: boolean;
  onEnd: () => void;
}) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const name = browserOf(user_agent) ?? t('account.sessions.unknown');
  const used = t('account.sessions.lastUsed', { date: moment(last_used_at) });
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {current && <span className="mark">{t('account.sessions.this')}</span>}
        <p className="muted">{[ip, used].filter(Boolean).join(' · ')}</p>
      </div>
      {!current && (
        <Button
          look="text"
          busy={isEnding}
          aria-label={t('account.sessions.endOf', { name })}
          onClick={onEnd}
        >
          {t('account.sessions.end')}
        </Button>
      )}
    </li>
  );
}

const shownAtFirst = 3;

type Sessions = NonNullable<DataAnswer<'sessions'>['data']>;

/** The device in one's hand, so that it is known which one stays. */
function ownFirst(sessions: Sessions): Sessions {
  return [...sessions].sort((one, other) => Number(other.current) - Number(one.current));
}

function othersIn(sessions: Sessions): string[] {
  return sessions.filter(({ current }) => !current).map(({ id }) => id);
}
