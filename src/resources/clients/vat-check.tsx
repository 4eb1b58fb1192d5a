import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { VatCheck } from '#contract/clients/vat-check.ts';
import type { Client } from '#contract/entities/client.ts';
import { vatCheckApi } from '#contract/routes/document.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { StateTag, type Tone } from '#web/ui/admin/kit/state-tag.tsx';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';

const tones: Record<NonNullable<VatCheck['status']>, Tone> = {
  pending: 'new',
  valid: 'good',
  invalid: 'bad',
};

/** What VIES said of the buyer's VAT number, and a way to ask again. Nothing where nobody asks. */
export function ClientVatCheck({ client: { id } }: { client: Client }) {
  const { t } = useTranslation();
  const call = useCall();
  const { run, isRunning } = useRowAction('clients', id);
  const { data, refetch } = useRead(vatCheckApi.vatCheck, { params: { id }, keepsLast: true });
  if (!data || data.status === null) return null;
  const { number, status, is_waiting: isWaiting, answered_at: answeredAt, name } = data;
  async function ask() {
    await call(vatCheckApi.askVatAgain, { params: { id } });
    await refetch();
  }
  return (
    <section className="panel">
      <h2>{t('clients.vat.title')}</h2>
      <p>
        <StateTag tone={tones[status]} word={t(`clients.vat.status.${status}`)} /> {number}
        {name !== null && ` · ${name}`}
      </p>
      {answeredAt !== null && (
        <p className="muted">
          {t('clients.vat.answered')} <Moment iso={answeredAt} />
        </p>
      )}
      {isWaiting && <p className="muted">{t('clients.vat.waiting')}</p>}
      <div className="panel-acts">
        <GuardedButton
          needs={vatCheckApi.askVatAgain}
          loading={isRunning}
          onClick={() => void run({ send: ask, done: t('clients.vat.asked') })}
        >
          {t('clients.vat.ask')}
        </GuardedButton>
        {isWaiting && <Button onClick={() => void refetch()}>{t('clients.vat.look')}</Button>}
      </div>
    </section>
  );
}
