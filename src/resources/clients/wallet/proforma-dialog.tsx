import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { proformaInput } from '#contract/money/proforma.ts';
import { documentApi } from '#contract/routes/document.ts';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { WalletDialog } from './wallet-dialog.tsx';

const fields: FormField[] = [{ group: 'proforma', name: 'amount', kind: 'money' }];

/** A proforma for an amount, which the client gets by email. */
export function ProformaDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useTranslation();
  const call = useCall();
  const params = { id: client.id };
  return (
    <WalletDialog
      client={client}
      texts="clients.wallet.proforma"
      words={{ name: client.name }}
      name="ledger"
      fields={fields}
      schema={proformaInput}
      act={({ amount }, headers) =>
        call(documentApi.issueDocument, { params, body: { kind: 'proforma', amount }, headers })
      }
      onClose={onClose}
      above={<p className="muted">{t('clients.wallet.proforma.text')}</p>}
    />
  );
}
