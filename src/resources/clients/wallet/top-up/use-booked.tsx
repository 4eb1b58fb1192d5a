import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { WalletChange } from '#contract/clients/wallet.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { errorText } from '#web/providers/i18n.ts';
import { lastsOf } from '#web/resources/clients/head/client-outlook.ts';
import { useWalletRefresh } from '#web/resources/matching/use-wallet-refresh.ts';
import type { Said } from '#web/resources/clients/wallet/wallet-dialog.tsx';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { newIdempotencyKey } from '#web/ui/shared/idempotency-key.ts';
import { chargedBy } from './charged-by.ts';

/** What came in, what was charged at once, what the balance is now, and until when it lasts; with a way back. */
export function useBooked(clientId: string): (change: WalletChange) => Said {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { notification } = App.useApp();
  const askAndReverse = useReversal(clientId);
  return (change) => {
    const { entry, client } = change;
    const until = lastsOf(client);
    const charged = chargedBy(change);
    const sums = { amount: money(entry.amount), balance: money(client.balance) };
    const said =
      charged > 0 && client.trialEnds !== null
        ? t('clients.wallet.replenish.bookedAndCharged', {
            ...sums,
            charged: money(charged),
            day: day(client.trialEnds),
          })
        : t('clients.wallet.replenish.booked', sums);
    const key = `top-up ${entry.id}`;
    return {
      key,
      description: until === null ? said : `${said}, ${t('clients.head.lasts', { day: day(until) })}`,
      duration: 12,
      actions: (
        <Button
          size="small"
          onClick={() => {
            notification.destroy(key);
            askAndReverse(change);
          }}
        >
          {t('form.undo')}
        </Button>
      ),
    };
  };
}

/**
 * Takes a top-up back by its reversal, once however often it is pressed. What stays of it is asked about first: a period
 * that it paid, which the balance then owes.
 */
function useReversal(clientId: string): (change: WalletChange) => void {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { auth } = useAdmin();
  const { notification, modal } = App.useApp();
  const call = useCall();
  const refresh = useWalletRefresh(clientId);

  async function reverse(entry: string, headers: Record<string, string>): Promise<void> {
    try {
      const { data } = await call(walletApi.reverse, {
        params: { id: clientId, entry },
        body: { note: t('clients.wallet.replenish.undoNote') },
        headers,
      });
      notification.success({
        message: t('clients.wallet.replenish.undone'),
        description: t('clients.wallet.replenish.takenBack', {
          amount: money(data.entry.amount),
          balance: money(data.client.balance),
        }),
      });
    } catch (error) {
      await auth.onError(error);
      notification.error({ message: t('errors.title'), description: errorText(error) });
    }
    await refresh();
  }

  return (change) => {
    const { entry, client } = change;
    const headers = { 'Idempotency-Key': newIdempotencyKey() };
    const { trialEnds } = client;
    if (chargedBy(change) === 0 || trialEnds === null) return void reverse(entry.id, headers);
    modal.confirm({
      title: t('clients.wallet.replenish.undo', { amount: money(entry.amount) }),
      content: t('clients.wallet.replenish.undoKeeps', {
        day: day(trialEnds),
        balance: money(client.balance - entry.amount),
      }),
      okText: t('clients.wallet.reverse.go'),
      okButtonProps: { danger: true },
      cancelText: t('actions.cancel'),
      icon: null,
      width: '30rem',
      onOk: () => reverse(entry.id, headers),
    });
  };
}
