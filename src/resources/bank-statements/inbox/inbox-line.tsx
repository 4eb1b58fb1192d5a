import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BankLine } from '#contract/entities/bank-line.ts';
import { matchingApi } from '#contract/routes/payment.ts';
import { clientApi } from '#contract/routes/client.ts';
import type { DecidedLine } from '#web/resources/matching/decided-line.ts';
import type { InboxActs } from '#web/resources/matching/inbox-acts.tsx';
import { Paper, Why } from '#web/resources/matching/suggestion.tsx';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
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

/**
 * A line with what the bank says of it, whose it may be and why, and what can be decided. Few lines of text high, so
 * that many are in sight: the one that is selected has all that is known and all acts, one without a match its acts.
 */
export function InboxLine({ line, isSelected, chosen, acts, onSelect, onFind, onSetAside }: LineProps) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const { id, amount, currency, value_date, payer_name, payer_code, payer_account, purpose, status } = line;
  const mayFind = useHolds()(clientApi.clients);
  const ownCurrency = useAdmin().config.currency;
  return (
    <li
      id={`line-${id}`}
      className={isSelected ? 'inbox-line is-selected' : 'inbox-line'}
      tabIndex={isSelected ? 0 : -1}
      aria-current={isSelected || undefined}
      onFocus={onSelect}
    >
      <div className="inbox-money">
        <strong>
          <Money minorUnits={amount} currency={currency} />
        </strong>
        <span className="muted">
          <time dateTime={value_date}>{day(value_date)}</time>
          {status === 'unmatched' && <Age since={value_date} />}
        </span>
      </div>
      <div className="inbox-payer">
        <p className="inbox-who">
          <strong>{payer_name ?? '—'}</strong>{' '}
          <span className="muted">{[payer_code, payer_account].filter(Boolean).join(' · ')}</span>
        </p>
        <p className="inbox-purpose" title={purpose ?? undefined}>
          {purpose ?? '—'}
        </p>
      </div>
      <div className="inbox-owner">
        {status === 'unmatched' ? (
          <Suggestions line={line} shown={isSelected ? 'all' : 'first'} chosen={chosen} acts={acts} />
        ) : (
          <>
            <Decided line={line} />
            <UndoBatch line={line} acts={acts} />
          </>
        )}
      </div>
      <div className={line.suggestions.length === 0 ? 'inbox-acts is-due' : 'inbox-acts'}>
        {status === 'unmatched' ? (
          <>
            {mayFind && currency === ownCurrency && (
              <GuardedButton needs={matchingApi.matchPayment} onClick={onFind}>
                {t('bank_lines.inbox.find')}
              </GuardedButton>
            )}
            <GuardedButton needs={matchingApi.ignorePayment} onClick={onSetAside}>
              {t('bank_lines.inbox.ignore')}
            </GuardedButton>
          </>
        ) : (
          <GuardedButton
            needs={matchingApi.unmatchPayment}
            loading={acts.busy === id}
            onClick={() => void acts.undo(line)}
          >
            {t('bank_lines.inbox.undo')}
          </GuardedButton>
        )}
      </div>
    </li>
  );
}

/**
 * Whose money a line may be and why, each with a button that credits it. Of a line among others only the first is
 * shown, and how many more there are.
 */
export function Suggestions({
  line,
  shown,
  chosen,
  acts,
}: Pick<LineProps, 'chosen' | 'acts'> & { line: DecidedLine; shown: 'all' | 'first' }) {
  const { t } = useTranslation();
  const { config } = useAdmin();
  const { suggestions, currency } = line;
  if (suggestions.length === 0) {
    const isForeign = currency !== config.currency;
    return <p className="muted">{t(isForeign ? 'bank_lines.inbox.foreignLine' : 'bank_lines.inbox.none')}</p>;
  }
  const isAll = shown === 'all';
  const others = suggestions.length - 1;
  return (
    <ul className="inbox-suggestions">
      {(isAll ? suggestions : suggestions.slice(0, 1)).map((one, place) => (
        <li
          key={`${one.client.id} ${one.document?.id}`}
          className={
            isAll && others > 0 && place === chosen ? 'inbox-suggestion is-chosen' : 'inbox-suggestion'
          }
        >
          <div>
            <p className="inbox-who">
              <Link to={showPath({ name: 'clients' }, one.client.id)}>{one.client.name}</Link>
              {' · '}
              <Paper document={one.document} />
              {!isAll && others > 0 && (
                <span className="muted"> · {t('bank_lines.inbox.others', { count: others })}</span>
              )}
            </p>
            <Why line={line} suggestion={one} />
          </div>
          <GuardedButton
            needs={matchingApi.matchPayment}
            type={isAll && place === chosen ? 'primary' : 'default'}
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

/** What was decided, by whom and when. */
function Decided({ line }: Pick<LineProps, 'line'>) {
  const { client, document, status, reason } = line;
  return (
    <>
      {client && (
        <p>
          <Link to={showPath({ name: 'clients' }, client.id)}>{client.name}</Link>
          {' · '}
          <Paper document={document} />
        </p>
      )}
      {status === 'ignored' && reason !== null && <p>{reason}</p>}
      <DecidedBy line={line} />
    </>
  );
}

function DecidedBy({ line }: Pick<LineProps, 'line'>) {
  const { t } = useTranslation();
  if (line.matched_by === null) return null;
  return (
    <p className="muted">
      {t(line.status === 'ignored' ? 'payments.owner.setAsideBy' : 'payments.owner.matchedBy')}:{' '}
      <MatchedBy line={line} />
    </p>
  );
}

/** By whom, or by which rule, a line was decided, and when. */
export function MatchedBy({ line: { matched_by, matched_at } }: { line: Decision }) {
  const { t } = useTranslation();
  return (
    <>
      {matched_by === 'rule' ? t('payments.owner.byRule') : matched_by?.name}
      {matched_at !== null && (
        <>
          {' · '}
          <Moment iso={matched_at} />
        </>
      )}
    </>
  );
}
type Decision = Pick<BankLine, 'matched_by' | 'matched_at'>;

/** How many lines one act credited together with this one, and the way to take all of them back. */
export function UndoBatch({
  line: { batch, status },
  acts,
}: {
  line: Pick<BankLine, 'batch'> & { status: string };
  acts: InboxActs;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (status !== 'matched' || batch === null || batch.lines < 2) return null;
  const others = batch.lines - 1;
  return (
    <p className="muted">
      {t('bank_lines.inbox.together', { count: others, shown: number(others) })}{' '}
      <GuardedButton
        needs={matchingApi.unmatchPayments}
        type="link"
        size="small"
        loading={acts.busy === batch.id}
        onClick={() => void acts.undoBatch(batch)}
      >
        {t('bank_lines.inbox.undoBatch', { shown: number(batch.lines) })}
      </GuardedButton>
    </p>
  );
}

function Age({ since }: { since: string }) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const days = Math.max(0, Math.floor((now - Date.parse(since)) / 86_400_000));
  return <> · {days === 0 ? t('bank_lines.inbox.today') : t('bank_lines.inbox.age', { count: days })}</>;
}
