import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { adminWalletApi } from '#contract/admin-wallet-api.ts';
import type { Client } from '#contract/client.ts';
import { type LedgerEntry, reverseInput } from '#contract/wallet.ts';
import { Outcome } from '#web/resources/clients/outcome.tsx';
import { TopUpOutcome } from '#web/resources/clients/top-up-outcome.tsx';
import { useWalletAct } from '#web/resources/clients/wallet-act.ts';
import { useAdmin, useFormats } from '#web/ui/admin-context.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { draftNameOf } from '#web/ui/form/kept-draft.ts';

interface Values {
  note: string;
}

/** The name under which the dialog keeps its draft. */
export function reverseDraft({ id }: LedgerEntry): string {
  return draftNameOf('reverse', { id });
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
  const { http } = useAdmin();
  const { money } = useFormats();
  const act = useWalletAct(client.id);
  const [form] = Form.useForm<Values>();
  const amount = money(entry.amount);
  return (
    <FormDialog<typeof reverseInput, Values>
      name={reverseDraft(entry)}
      danger
      title={t('clients.wallet.reverse.title', { amount })}
      okText={t('clients.wallet.reverse.go')}
      form={form}
      schema={reverseInput}
      initial={{ note: '' }}
      fields={['note']}
      onClose={onClose}
      send={async (input) => {
        await http.call(adminWalletApi.reverse, {
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
