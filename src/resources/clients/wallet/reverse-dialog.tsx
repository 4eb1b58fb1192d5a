import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { reverseInput } from '#contract/money/wallet.ts';
import type { LedgerEntry } from '#contract/entities/ledger-entry.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { Outcome } from '#web/resources/clients/subscription/outcome.tsx';
import { TopUpOutcome } from './top-up-outcome.tsx';
import { useWalletAct } from './wallet-act.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { FormDialog } from '#web/ui/admin/form/form-dialog.tsx';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

interface Values {
  note: string;
}

/** Takes a line of the wallet back by another one; the line itself is never changed. */
export function ReverseDialog({
  client,
  entry,
  onClose,
}: {
  client: Client;
  entry: LedgerEntry;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const call = useCall();
  const { money } = useFormats();
  const act = useWalletAct(client.id);
  const [form] = Form.useForm<Values>();
  const amount = money(entry.amount);
  return (
    <FormDialog<typeof reverseInput, Values>
      danger
      title={t('clients.wallet.reverse.title', { amount })}
      okText={t('clients.wallet.reverse.go')}
      form={form}
      schema={reverseInput}
      initial={{ note: '' }}
      fields={['note']}
      onClose={onClose}
      send={async (input) => {
        await call(walletApi.reverse, {
          params: { id: client.id, entry: entry.id },
          body: input,
          headers: act.headers,
        });
        onClose();
        await act.done(t('clients.wallet.reverse.done'));
      }}
    >
      <p>{t('clients.wallet.reverse.text', { kind: t(`ledger.values.kind.${entry.kind}`) })}</p>
      <Form.Item name="note" label={t('clients.wallet.why')}>
        <Input.TextArea rows={2} />
      </Form.Item>
      <ReversalOutcome client={client} amount={-entry.amount} />
    </FormDialog>
  );
}

/** Money that comes back may pay what is due at once, as a top-up does; money that goes sets nothing off. */
function ReversalOutcome({ client, amount }: { client: Client; amount: number }) {
  if (amount > 0) return <TopUpOutcome client={client} amount={amount} />;
  const balance_after = client.balance + amount;
  return <Outcome facts={{ charge: 0, balance_after, status: null, trialEnds: null }} />;
}
