import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PaymentNotice } from '#contract/entities/payment-notice.ts';
import { onlinePaymentApi } from '#contract/routes/online-payment.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { CheckIcon } from '#web/ui/admin/kit/icons.tsx';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { showPath } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

/** What is wrong, and what to do about it. */
export function NoticeProblemText({ notice: { id, problem } }: { notice: PaymentNotice }) {
  const { t } = useTranslation();
  return (
    <>
      <strong>{t(`payment_notices.values.problem.${problem}`)}</strong>
      <div className="muted">{t(`payment_notices.todo.${problem}`)}</div>
      <DismissNotice id={id} />
    </>
  );
}

/** Says that it needs nothing more. */
function DismissNotice({ id }: { id: string }) {
  const { t } = useTranslation();
  const call = useCall();
  const { run, isRunning } = useRowAction('payment_notices', id);
  return (
    <GuardedButton
      size="small"
      needs={onlinePaymentApi.dismissNotice}
      hint={t('payment_notices.dismissHelp')}
      icon={<CheckIcon />}
      loading={isRunning}
      onClick={() =>
        void run({
          send: () => call(onlinePaymentApi.dismissNotice, { params: { id } }),
          done: t('payment_notices.dismissed'),
        })
      }
    >
      {t('payment_notices.dismiss')}
    </GuardedButton>
  );
}

export function NoticeClient({ notice: { client_id, client_name } }: { notice: PaymentNotice }) {
  if (client_id === null) return <Nothing />;
  return <Link to={showPath({ name: 'clients' }, client_id)}>{client_name}</Link>;
}
