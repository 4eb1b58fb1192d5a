import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import type { Client } from '#contract/entities/client.ts';
import { limits } from '#contract/primitives.ts';
import { bonusInput } from '#contract/money/wallet.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { useWalletAct } from './wallet-act.ts';
import { amountField } from '#web/ui/shared/amount.ts';
import { AmountInput } from '#web/ui/admin/form/controls/amount-input.tsx';
import { FormDialog } from '#web/ui/admin/form/form-dialog.tsx';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

interface Values {
  amount: string;
  note: string;
}

const fields = ['amount', 'note'] as const;
const schema = z.object({ amount: amountField(limits.topUp), note: z.string() }).pipe(bonusInput);

/** Money that nobody paid, with the reason why it is given. */
export function BonusDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useTranslation();
  const call = useCall();
  const act = useWalletAct(client.id);
  const [form] = Form.useForm<Values>();
  return (
    <FormDialog<typeof schema, Values>
      title={t('clients.wallet.bonus.title', { name: client.name })}
      okText={t('clients.wallet.bonus.go')}
      form={form}
      schema={schema}
      initial={{ amount: '', note: '' }}
      fields={fields}
      onClose={onClose}
      send={async (input) => {
        await call(walletApi.giveBonus, {
          params: { id: client.id },
          body: input,
          headers: act.headers,
        });
        onClose();
        await act.done(t('clients.wallet.bonus.done'));
      }}
    >
      <p className="muted">{t('clients.wallet.bonus.text')}</p>
      <Form.Item name="amount" label={t('ledger.fields.amount')}>
        <AmountInput />
      </Form.Item>
      <Form.Item name="note" label={t('clients.wallet.why')}>
        <Input.TextArea rows={2} />
      </Form.Item>
    </FormDialog>
  );
}
