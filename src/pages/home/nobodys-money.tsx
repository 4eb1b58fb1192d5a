import { useTranslation } from 'react-i18next';
import type { PaymentInbox } from '#contract/money/payment-matching.ts';
import { TodoLine } from '#web/pages/home/todo/todo-line.tsx';
import { inboxPath } from '#web/resources/matching/inbox-key.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';

/** Money that came by bank and nobody owns yet, and since when. */
export function NobodysMoney({ inbox: { count, amount, oldest } }: { inbox: PaymentInbox }) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  if (oldest === null) return null;
  return (
    <TodoLine tone="warning" to={inboxPath}>
      {t('bank_lines.inbox.summary', { count, amount: money(amount), oldest: day(oldest) })}
    </TodoLine>
  );
}
