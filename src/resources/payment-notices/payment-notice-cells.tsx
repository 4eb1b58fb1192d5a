import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PaymentNotice } from '#contract/entities/payment-notice.ts';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { showPath } from '#web/ui/admin/resource/define-resource.ts';

/** What is wrong, and what to do about it. */
export function NoticeProblemText({ notice: { problem } }: { notice: PaymentNotice }) {
  const { t } = useTranslation();
  return (
    <>
      <strong>{t(`payment_notices.values.problem.${problem}`)}</strong>
      <div className="muted">{t(`payment_notices.todo.${problem}`)}</div>
    </>
  );
}

export function NoticeClient({ notice: { client_id, client_name } }: { notice: PaymentNotice }) {
  if (client_id === null) return <Nothing />;
  return <Link to={showPath({ name: 'clients' }, client_id)}>{client_name}</Link>;
}
