import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { BankLine } from '#contract/entities/bank-line.ts';
import { matchingApi } from '#contract/routes/payment.ts';
import { inboxKey, inboxPath } from '#web/resources/matching/inbox-key.ts';
import { useInboxActs } from '#web/resources/matching/inbox-acts.tsx';
import { Paper, Why } from '#web/resources/matching/suggestion.tsx';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { showPath } from '#web/ui/admin/resource/define-resource.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import './waiting-payments.css';

type Owner = Pick<ClientDetails, 'id' | 'deleted_at'>;

/**
 * Money that came by bank, may be this client's and isn't credited yet: it answers a caller who asks whether it came,
 * and keeps it from being booked by hand as well. Nothing for who may not see payments.
 */
export function WaitingPayments({
  client,
  isInDialog = false,
  onCredited,
}: {
  client: Owner;
  /** Of a top-up by hand, which would be the second one. */
  isInDialog?: boolean;
  onCredited?: () => void;
}) {
  const { t } = useTranslation();
  const lines = useWaitingFor(client.id);
  const others = lines.length - mostShown;
  if (lines.length === 0) return null;
  return (
    <section className="waiting-payments" aria-label={t('clients.wallet.waiting.label')}>
      <ul>
        {lines.slice(0, mostShown).map((line) => (
          <WaitingLine key={line.id} line={line} client={client} onCredited={onCredited} />
        ))}
      </ul>
      {others > 0 && <Link to={inboxPath}>{t('bank_lines.inbox.others', { count: others })}</Link>}
      {isInDialog && <p>{t('clients.wallet.waiting.instead')}</p>}
    </section>
  );
}

const mostShown = 3;

function useWaitingFor(clientId: string): readonly BankLine[] {
  const maySee = useHolds()(matchingApi.waitingFor);
  const { data } = useRead(matchingApi.waitingFor, {
    params: { id: clientId },
    key: [...inboxKey, 'waiting-for', clientId],
    enabled: maySee,
  });
  return data ?? [];
}

/** How much came and when, what it would pay and why it may be this client's, and the button that credits it. */
function WaitingLine({
  line,
  client,
  onCredited,
}: {
  line: BankLine;
  client: Owner;
  onCredited: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const acts = useInboxActs();
  const [owner] = line.suggestions;
  if (!owner) return null;
  async function credit(): Promise<void> {
    if (owner && (await acts.book(line, owner))) onCredited?.();
  }
  const came = { amount: money(line.amount, line.currency), day: day(line.value_date) };
  return (
    <li>
      <div>
        <p>
          <Link to={showPath({ name: 'money/payments' }, line.id)}>
            {t('clients.wallet.waiting.came', came)}
          </Link>
          {' · '}
          <Paper document={owner.document} />
        </p>
        <p className="waiting-payer">{[line.payer_name, line.purpose].filter(Boolean).join(' · ')}</p>
        <Why line={line} suggestion={owner} />
      </div>
      {client.deleted_at === null && (
        <GuardedButton
          needs={matchingApi.matchPayment}
          loading={acts.busy === line.id}
          onClick={() => void credit()}
        >
          {t('bank_lines.inbox.book')}
        </GuardedButton>
      )}
    </li>
  );
}
