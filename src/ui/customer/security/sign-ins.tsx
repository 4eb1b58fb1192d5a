import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import type { ApiAnswer, DataAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';

/** Who is signed in to the cabinet now: the customer, from a session above, or a colleague (GROWTH section 15). */
export function CabinetSignIns({ asked }: { asked: DataAnswer<'cabinetSignIns'> }) {
  const { t } = useTranslation();
  return (
    <SignIns
      asked={asked}
      none={t('account.cabinetSignIns.none')}
      entry={({ kind, by, current, ended }) => ({
        who: kind === 'own' ? t('account.cabinetSignIns.own') : by,
        mark: current && t('account.sessions.this'),
        note: t(`account.cabinetSignIns.${ended ? 'ended' : 'on'}`),
      })}
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
  return (
    <AsyncContent asked={asked}>
      {(signIns) => {
        if (signIns.length === 0) return <p className="muted">{none}</p>;
        const lines = signIns.map((signIn) => ({ ...signIn, ...entry(signIn) }));
        return (
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
        );
      }}
    </AsyncContent>
  );
}
