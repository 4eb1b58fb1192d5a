import { Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchReason } from '#contract/money/payment-matching.ts';
import type { DecidedLine, InboxActs, Owner } from '#web/resources/bank-statements/inbox/inbox-acts.tsx';
import { FormDialog } from '#web/ui/admin/form/form-dialog.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { ClientState } from '#web/ui/admin/kit/state-tag.tsx';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { usePaletteClients } from '#web/ui/admin/palette/palette-clients.ts';

interface DialogProps {
  line: DecidedLine;
  acts: InboxActs;
  onClose: () => void;
}

const reasonField: FormField[] = [
  { group: 'aside', name: 'reason', kind: 'text', label: 'bank_lines.inbox.reason' },
];

/** Why a line is no client's. */
export function SetAsideDialog({ line, acts, onClose }: DialogProps) {
  const { t } = useTranslation();
  return (
    <FormDialog
      title={t('bank_lines.inbox.ignoreTitle')}
      okText={t('bank_lines.inbox.ignore')}
      name="bank_lines"
      fields={reasonField}
      schema={matchReason}
      send={async ({ reason }) => {
        await acts.setAside(line, reason);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** A client found by hand: by the number of a paper, a name, a code, a phone or an email. */
export function FindClientDialog({ line, acts, onClose }: DialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { clients, state } = usePaletteClients(typed, { enabled: true, trashed: 'without' });
  async function book(owner: Owner): Promise<void> {
    if (await acts.book(line, owner)) onClose();
  }
  return (
    <Modal open title={t('bank_lines.inbox.findTitle')} footer={null} onCancel={onClose} width={520}>
      <p className="muted">
        <Money minorUnits={line.amount} currency={line.currency} /> · {line.payer_name} · {line.purpose}
      </p>
      <Input
        autoFocus
        aria-label={t('bank_lines.inbox.findHelp')}
        placeholder={t('bank_lines.inbox.findHelp')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul className="inbox-found" aria-busy={state === 'searching'}>
        {clients.map(({ id, name, ident, status }) => (
          <li key={id}>
            <button
              type="button"
              disabled={acts.busy !== null}
              onClick={() => void book({ client: { id, name }, document: null })}
            >
              <strong>{name}</strong> <span className="muted">{ident}</span> <ClientState status={status} />
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
