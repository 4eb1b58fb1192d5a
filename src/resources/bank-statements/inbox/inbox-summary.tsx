import { useTranslation } from 'react-i18next';
import { matchingApi } from '#contract/routes/payment.ts';
import { inboxKey } from '#web/resources/matching/inbox-key.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';

/** How much money is nobody's, and since when; nothing while there is none. */
export function InboxSummary() {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { data } = useRead(matchingApi.inboxSummary, { key: [...inboxKey, 'summary'], keepsLast: true });
  if (!data || (data.count === 0 && data.foreign === 0)) return null;
  const { count, amount, oldest, foreign } = data;
  return (
    <p>
      {oldest !== null &&
        t('bank_lines.inbox.summary', { count, amount: money(amount), oldest: day(oldest) })}
      {foreign > 0 && ` ${t('bank_lines.inbox.foreign', { count: foreign })}`}
    </p>
  );
}
