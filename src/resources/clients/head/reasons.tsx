import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { EndsOn } from '#web/resources/clients/client-cells.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import '#web/resources/clients/head/reasons.css';

/** Why a colleague blocked the client. */
export function BlockReason({ client: { block_reason } }: { client: Pick<Client, 'block_reason'> }) {
  const { t } = useTranslation();
  if (block_reason === null) return null;
  return (
    <p className="client-reason" role="note">
      <strong>{t('clients.reasons.blocked')}</strong> {block_reason}
    </p>
  );
}

/** Since when a client is suspended for want of money, which period ended unpaid, and what is missing. */
export function UnpaidNote({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { day, money } = useFormats();
  const { status, blocked_by_hand, blocked_at, deleted_at, trialEnds, next_payment, currency } = client;
  if (status !== 'blocked' || blocked_by_hand || blocked_at === null || deleted_at !== null) return null;
  const said = [
    t('clients.reasons.since', { day: day(blocked_at) }),
    trialEnds !== null && t('clients.reasons.periodEnded', { day: day(trialEnds) }),
    next_payment !== null &&
      next_payment.missing > 0 &&
      t('clients.head.lacks', { amount: money(next_payment.missing, currency) }),
  ];
  return (
    <p className="client-reason" role="note">
      <strong>{t('clients.reasons.unpaid')}</strong> {said.filter(Boolean).join(', ')}
    </p>
  );
}

type ClosingOf = Pick<Client, 'closes_at' | 'close_reason' | 'close_erases' | 'erased_at'>;

/**
 * When the account closes because its customer asked for it, and why; after that, that the data is still to be erased,
 * which waits for the balance to be paid back.
 */
export function ClosingNote({ client }: { client: ClosingOf }) {
  const { t } = useTranslation();
  const { closes_at, close_reason, close_erases, erased_at } = client;
  if (closes_at === null) {
    if (!close_erases || erased_at !== null) return null;
    return (
      <p className="client-reason" role="note">
        <strong>{t('clients.reasons.erasureAsked')}</strong>
      </p>
    );
  }
  return (
    <p className="client-reason" role="note">
      <strong>{t(close_erases ? 'clients.reasons.erasing' : 'clients.reasons.closing')}</strong>{' '}
      <EndsOn iso={closes_at} />
      {close_reason !== null && ` · ${close_reason}`}
    </p>
  );
}

/** Why a colleague deleted the client. */
export function DeletionReason({ client: { deleted_reason } }: { client: Pick<Client, 'deleted_reason'> }) {
  const { t } = useTranslation();
  if (deleted_reason === null) return null;
  return (
    <span className="client-deletion-reason">
      {t('clients.reasons.deleted')} {deleted_reason}
    </span>
  );
}
