import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Suggestion } from '#contract/money/payment-matching.ts';
import { paymentApi } from '#contract/routes/payment.ts';
import type { DecidedLine, Owner } from '#web/resources/matching/decided-line.ts';
import { useReasons } from '#web/resources/matching/suggestion.tsx';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';

/**
 * Credited money may pay a period at once, which no undo gives back: what is only likely is asked first, and money for
 * who has no data any more (decision 336). A client that somebody found by hand was chosen already.
 */
export function useCreditQuestion() {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { modal } = App.useApp();
  const reasonsOf = useReasons();

  function whyUnsure(line: DecidedLine, suggestion: Suggestion) {
    const { against, speaksFor } = reasonsOf(line, suggestion);
    const why = [against, speaksFor].filter(Boolean).join('; ');
    return (
      <>
        <p>
          <strong>{t(`bank_lines.certainty.${suggestion.certainty}`)}</strong>: {why}
        </p>
        <p>{t('bank_lines.inbox.unsureText')}</p>
      </>
    );
  }

  return async (line: DecidedLine, owner: Owner | Suggestion): Promise<boolean> => {
    if (!('certainty' in owner)) return true;
    const isReturning = owner.reasons.includes('client_archived');
    if (owner.certainty === 'certain' && !isReturning) return true;
    const words = { amount: money(line.amount, line.currency), client: owner.client.name };
    return modal.confirm({
      title: t('bank_lines.inbox.returnsTitle', words),
      content: isReturning ? t('bank_lines.inbox.returnsText') : whyUnsure(line, owner),
      okText: t('bank_lines.inbox.book'),
      cancelText: t('actions.cancel'),
      // Enter chose the line: once more must not credit what can't be taken back whole.
      autoFocusButton: 'cancel',
      icon: null,
      width: '30rem',
    });
  };
}

/** What is said of a credit, with what it has paid at once: its undo leaves that. Without it where it can't be read. */
export function useCreditedWords() {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { http } = useAdmin();
  return async ({ id, amount, currency }: DecidedLine, client: Owner['client']): Promise<string> => {
    const owner = { amount: money(amount, currency), client: client.name };
    const credited = t('bank_lines.inbox.booked', owner);
    try {
      const { kept } = (await http.call(paymentApi.payment, { params: { id } })).data;
      if (!kept?.period_end) return credited;
      const words = { charged: money(kept.charged), day: day(kept.period_end) };
      return `${credited}. ${t('bank_lines.inbox.bookedCharged', words)}`;
    } catch {
      // The money is credited whatever is known of it, and the undo reads the same again.
      return credited;
    }
  };
}
