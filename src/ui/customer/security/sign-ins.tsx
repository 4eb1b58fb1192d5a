import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserOf } from '#contract/accounts/browser-name.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import type { ApiAnswer, DataAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';

/** Who entered the cabinet and with what: the customer, a member, or a colleague of ours (GROWTH section 15). */
export function CabinetSignIns({ asked }: { asked: DataAnswer<'cabinetSignIns'> }) {
  const { t } = useTranslation();
  return (
    <SignIns
      asked={asked}
      none={t('account.cabinetSignIns.none')}
      entry={({ kind, by, user_agent, current, ended }) => {
        const device = kind === 'own' && (browserOf(user_agent) ?? t('account.sessions.unknown'));
        return {
          who: kind === 'own' && by === null ? t('account.cabinetSignIns.own') : by,
          mark: current && t('account.sessions.this'),
          note: [device, t(`account.cabinetSignIns.${ended ? 'ended' : 'on'}`)].filter(Boolean).join(' · '),
        };
      }}
    />
  );
}

/** Which staff were in the cabinet as the customer, when, and why (DESIGN section 10.14). */
export function StaffSignIns({ asked }: { asked: DataAnswer<'staffSignIns'> }) {
  const { t } = useTranslation();
  const { config } = useCustomer();
  return (
    <SignIns
      asked={asked}
      none={t('account.signIns.none', { product: config.productName })}
      entry={({ by, reason, read_only }) => ({
        who: by,
        mark: read_only && t('account.signIns.lookOnly'),
        note: reason,
      })}
    />
  );
}

function SignIns<SignIn extends { id: string; at: string }>({
  asked,
  none,
  entry,
}: {
  asked: ApiAnswer<SignIn[]>;
  none: string;
  entry: (signIn: SignIn) => { who: string | null; mark: ReactNode; note: string | null };
}) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const [isWhole, setIsWhole] = useState(false);
  return (
    <AsyncContent asked={asked}>
      {(signIns) => {
        if (signIns.length === 0) return <p className="muted">{none}</p>;
        const shown = isWhole ? signIns : signIns.slice(0, shownAtFirst);
        const lines = shown.map((signIn) => ({ ...signIn, ...entry(signIn) }));
        return (
          <>
            <ul className="entries">
              {lines.map(({ id, at, who, mark, note }) => (
                <li key={id}>
                  <div>
                    <strong>{who ?? t('account.signIns.somebody')}</strong>
                    {mark && <span className="mark">{mark}</span>}
                    <p className="muted">
                      <time dateTime={at}>{moment(at)}</time>
                      {note && ` · ${note}`}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
            {shown.length < signIns.length && (
              <Button look="text" onClick={() => setIsWhole(true)}>
                {t('account.sessions.all', { number: signIns.length })}
              </Button>
            )}
          </>
        );
      }}
    </AsyncContent>
  );
}

const shownAtFirst = 3;
