import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { matchingApi } from '#contract/routes/payment.ts';
import { inboxKey } from '#web/resources/bank-statements/inbox-key.ts';
import { inboxPath } from '#web/resources/bank-statements/statement-links.tsx';
import { useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';

/** Money that came by bank and nobody owns yet, and since when; for people who may see payments. */
export function NobodysMoney() {
  return useHolds()(matchingApi.inboxSummary) ? <Waiting /> : null;
}

function Waiting() {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { data } = useRead(matchingApi.inboxSummary, { key: [...inboxKey, 'summary'], keepsLast: true });
  if (!data || data.oldest === null) return null;
  const { count, amount, oldest } = data;
  return (
    <ul className="attention">
      <li>
        <Link to={inboxPath}>
          {t('bank_lines.inbox.summary', { count, amount: money(amount), oldest: day(oldest) })}
        </Link>
      </li>
    </ul>
  );
}
