import { useTranslation } from 'react-i18next';
import type { CabinetStatus } from '#contract/cabinets/cabinet.ts';
import type { ClientStatus } from '#contract/entities/client.ts';
import type { DocumentStatus } from '#contract/entities/document.ts';
import type { EmailRow } from '#contract/entities/email.ts';
import type { PaymentStatus } from '#contract/money/payment-words.ts';

export type Tone = 'good' | 'new' | 'warning' | 'bad' | 'off';

/** A state as a dot and a word. */
export function StateTag({ tone, word }: { tone: Tone; word: string }) {
  return (
    <span className="state">
      <span className={`state-dot state-${tone}`} aria-hidden="true" />
      {word}
    </span>
  );
}

export const clientTones: Record<ClientStatus, Tone> = {
  unconfirmed: 'off',
  trial: 'new',
  active: 'good',
  grace: 'warning',
  blocked: 'bad',
  archived: 'off',
};

export const cabinetTones: Record<CabinetStatus, Tone> = {
  none: 'off',
  creating: 'new',
  active: 'good',
  suspended: 'warning',
  failed: 'bad',
  deleted: 'off',
};

export const emailTones: Record<EmailRow['status'], Tone> = {
  queued: 'new',
  sent: 'good',
  only_logged: 'warning',
  failed: 'bad',
};

export const paymentTones: Record<PaymentStatus, Tone> = {
  pending: 'new',
  unmatched: 'warning',
  matched: 'good',
  ignored: 'off',
  succeeded: 'good',
  failed: 'off',
  refunded: 'off',
};

export const documentTones: Record<DocumentStatus, Tone> = {
  open: 'new',
  paid: 'good',
  cancelled: 'off',
  expired: 'off',
  issued: 'good',
};

export function ClientState({ status }: { status: ClientStatus }) {
  const { t } = useTranslation();
  return <StateTag tone={clientTones[status]} word={t(`clients.values.status.${status}`)} />;
}

export function CabinetState({ status }: { status: CabinetStatus }) {
  const { t } = useTranslation();
  return <StateTag tone={cabinetTones[status]} word={t(`clients.values.cabinet_status.${status}`)} />;
}
