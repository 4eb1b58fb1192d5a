import { App } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentDetails } from '#contract/entities/payment.ts';
import { paymentApi } from '#contract/routes/payment.ts';
import { errorText } from '#web/providers/i18n.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';

/** Asks before credits are taken back, because what the money paid for stays charged (decision 264). */
export function useUndoQuestions() {
  const { t } = useTranslation();
  const { money, day, number } = useFormats();
  const { auth, http } = useAdmin();
  const { modal, notification } = App.useApp();
  const asking = useRef(false);

  /** One question at a time, however often a key is pressed. */
  async function once(ask: () => Promise<boolean>): Promise<boolean> {
    if (asking.current) return false;
    asking.current = true;
    try {
      return await ask();
    } catch (error) {
      await auth.onError(error);
      notification.error({ message: t('errors.title'), description: errorText(error) });
      return false;
    } finally {
      asking.current = false;
    }
  }

  const confirm = async (title: string, content: string): Promise<boolean> =>
    modal.confirm({
      title,
      content,
      okText: t('bank_lines.inbox.undoing.go'),
      okButtonProps: { danger: true },
      cancelText: t('actions.cancel'),
      icon: null,
      width: '30rem',
    });

  function leftBy({ amount, client_balance, kept }: PaymentDetails): string {
    const balance = money((client_balance ?? 0) - amount);
    if (!kept?.period_end) return t('bank_lines.inbox.undoLeaves', { balance });
    return t('bank_lines.inbox.undoKeeps', {
      balance,
      charged: money(kept.charged),
      day: day(kept.period_end),
    });
  }

  /** `if-charged`: right after the act, when nothing is to be said unless something was charged meanwhile. */
  const isSureOfOne = (id: string, when: 'always' | 'if-charged') =>
    once(async () => {
      const { data } = await http.call(paymentApi.payment, { params: { id } });
      // The server says what a colleague did meanwhile.
      if (data.client === null || (when === 'if-charged' && data.kept === null)) return true;
      const words = { amount: money(data.amount, data.currency), client: data.client.name };
      return confirm(t('bank_lines.inbox.undoTitle', words), leftBy(data));
    });

  const isSureOfBatch = (lines: number) =>
    once(() =>
      confirm(
        t('bank_lines.inbox.undoBatchTitle', { shown: number(lines) }),
        t('bank_lines.inbox.undoBatchText'),
      ),
    );

  return { isSureOfOne, isSureOfBatch };
}
