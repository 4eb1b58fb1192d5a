import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BankLine } from '#contract/entities/bank-line.ts';
import type { Suggestion } from '#contract/money/payment-matching.ts';
import { matchingApi } from '#contract/routes/payment.ts';
import { clientApi } from '#contract/routes/client.ts';
import type { DecidedLine, InboxActs } from '#web/resources/bank-statements/inbox/inbox-acts.tsx';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { StateTag, type Tone } from '#web/ui/admin/kit/state-tag.tsx';
import { useAdmin, useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { showPath } from '#web/ui/admin/resource/define-resource.ts';

interface LineProps {
  line: BankLine;
  isSelected: boolean;
  /** Which suggestion Enter credits. */
  chosen: number;
  acts: InboxActs;
  onSelect: () => void;
  onFind: () => void;
  onSetAside: () => void;
}

/** A line with what the bank says of it, whose it may be and why, and what can be decided. */
export function InboxLine({ line, isSelected, chosen, acts, onSelect, onFind, onSetAside }: LineProps) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const { id, amount, currency, value_date, payer_name, payer_code, payer_account, purpose, status } = line;
  const mayFind = useHolds()(clientApi.clients);
  const ownCurrency = useAdmin().config.currency;
  return (
    <li
      id={`line-${id}`}
      className={isSelected ? 'panel inbox-line is-selected' : 'panel inbox-line'}
      tabIndex={isSelected ? 0 : -1}
      aria-current={isSelected || undefined}
      onFocus={onSelect}
    >
      <div className="inbox-money">
        <strong>
          <Money minorUnits={amount} currency={currency} />
        </strong>
        <span className="muted">
          {day(value_date)}
          {status === 'unmatched' && <Age since={value_date} />}
        </span>
      </div>
      <div className="inbox-payer">
        <strong>{payer_name ?? '—'}</strong>
        <span className="muted">{[payer_code, payer_account].filter(Boolean).join(' · ')}</span>
        <p>{purpose ?? '—'}</p>
      </div>
      <div className="inbox-owner">
        {status === 'unmatched' ? (
          <>
            <Suggestions line={line} chosen={isSelected ? chosen : -1} acts={acts} />
            <div className="button-row">
              {mayFind && currency === ownCurrency && (
                <GuardedButton needs={matchingApi.matchPayment} onClick={onFind}>
                  {t('bank_lines.inbox.find')}
                </GuardedButton>
              )}
              <GuardedButton needs={matchingApi.ignorePayment} onClick={onSetAside}>
                {t('bank_lines.inbox.ignore')}
              </GuardedButton>
            </div>
          </>
        ) : (
          <Decided line={line} acts={acts} />
        )}
      </div>
    </li>
  );
}

const tones: Record<Suggestion['certainty'], Tone> = { certain: 'good', likely: 'new', possible: 'off' };

/** Whose money a line may be and why, each with a button that credits it. */
export function Suggestions({
  line,
  chosen,
  acts,
}: Pick<LineProps, 'chosen' | 'acts'> & { line: DecidedLine }) {
  const { t } = useTranslation();
  const { config } = useAdmin();
  const { suggestions, currency } = line;
  if (suggestions.length === 0) {
    const isForeign = currency !== config.currency;
    return <p className="muted">{t(isForeign ? 'bank_lines.inbox.foreignLine' : 'bank_lines.inbox.none')}</p>;
  }
  return (
    <ul className="inbox-suggestions">
      {suggestions.map((one, place) => (
        <li
          key={`${one.client.id} ${one.document?.id}`}
          className={place === chosen ? 'inbox-suggestion is-chosen' : 'inbox-suggestion'}
        >
          <div>
            <Link to={showPath({ name: 'clients' }, one.client.id)}>{one.client.name}</Link>
            {' · '}
            {one.document?.number ?? t('bank_lines.inbox.toWallet')}
            <div className="inbox-reasons">
              <StateTag tone={tones[one.certainty]} word={t(`bank_lines.certainty.${one.certainty}`)} />
              <span className="muted">
                {one.reasons.map((reason) => t(`bank_lines.reasons.${reason}`)).join(', ')}
              </span>
            </div>
          </div>
          <GuardedButton
            needs={matchingApi.matchPayment}
            type={place === 0 ? 'primary' : 'default'}
            loading={acts.busy === line.id}
            onClick={() => void acts.book(line, one)}
          >
            {t('bank_lines.inbox.book')}
          </GuardedButton>
        </li>
      ))}
    </ul>
  );
}

/** What was decided, and the way back. */
function Decided({ line, acts }: Pick<LineProps, 'line' | 'acts'>) {
  const { t } = useTranslation();
  const { id, client, document, status, reason } = line;
  return (
    <>
      {client && (
        <p>
          <Link to={showPath({ name: 'clients' }, client.id)}>{client.name}</Link>
          {' · '}
          {document?.number ?? t('bank_lines.inbox.toWallet')}
        </p>
      )}
      {status === 'ignored' && reason !== null && <p>{reason}</p>}
      <GuardedButton
        needs={matchingApi.unmatchPayment}
        loading={acts.busy === id}
        onClick={() => void acts.undo(id)}
      >
        {t('bank_lines.inbox.undo')}
      </GuardedButton>
    </>
  );
}

function Age({ since }: { since: string }) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const days = Math.max(0, Math.floor((now - Date.parse(since)) / 86_400_000));
  return <> · {days === 0 ? t('bank_lines.inbox.today') : t('bank_lines.inbox.age', { count: days })}</>;
}
