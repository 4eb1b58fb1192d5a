import { Button, Input, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import type { Document } from '#contract/entities/document.ts';
import { documentApi } from '#contract/routes/document.ts';
import { errorText } from '#web/providers/i18n.ts';
import { printListQuery } from '#contract/kernel/list-query.ts';
import { matchReason } from '#contract/money/payment-matching.ts';
import type { DecidedLine, Owner } from '#web/resources/matching/decided-line.ts';
import type { InboxActs } from '#web/resources/matching/inbox-acts.tsx';
import { DialogFrame } from '#web/ui/admin/form/dialog-frame.tsx';
import { FormDialog } from '#web/ui/admin/form/form-dialog.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { ClientState, documentTones, StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
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

type FoundClient = Pick<Client, 'id' | 'name' | 'status'>;

/** A client found by hand, by the number of a paper, a name, a code, a phone or an email; then what the money pays. */
export function FindClientDialog({ line, acts, onClose }: DialogProps) {
  const { t } = useTranslation();
  const [client, setClient] = useState<FoundClient | null>(null);
  async function book(owner: Owner): Promise<void> {
    if (await acts.book(line, owner)) onClose();
  }
  return (
    <DialogFrame title={t('bank_lines.inbox.findTitle')} footer={null} onClose={onClose} width="32.5rem">
      <p className="muted">
        <Money minorUnits={line.amount} currency={line.currency} /> · {line.payer_name} · {line.purpose}
      </p>
      {client === null ? (
        <ClientSearch onChoose={setClient} />
      ) : (
        <WhatItPays
          line={line}
          client={client}
          isBusy={acts.busy !== null}
          onBook={(document) => void book({ client, document })}
          onBack={() => setClient(null)}
        />
      )}
    </DialogFrame>
  );
}

function ClientSearch({ onChoose }: { onChoose: (client: FoundClient) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { clients, state } = usePaletteClients(typed, { enabled: true, trashed: 'without' });
  const [first] = state === 'found' ? clients : [];
  return (
    <>
      <Input
        aria-label={t('bank_lines.inbox.findHelp')}
        placeholder={t('bank_lines.inbox.findHelp')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        // Those that were opened last are offered, not found.
        onPressEnter={() => typed.trim() !== '' && first && onChoose(first)}
      />
      {state === 'found' && clients.length === 0 && (
        <p className="muted" role="status">
          {t('bank_lines.inbox.nobody')}
        </p>
      )}
      {state === 'failed' && <p role="status">{t('palette.failed')}</p>}
      {typed.trim() === '' && clients.length > 0 && (
        <p className="inbox-recent muted">{t('bank_lines.inbox.recent')}</p>
      )}
      <ul className="inbox-found" aria-busy={state === 'searching'}>
        {clients.map(({ id, name, ident, status }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose({ id, name, status })}>
              <strong>{name}</strong> <span className="muted">{ident}</span> <ClientState status={status} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const mostProformas = 20;

/** The client's proformas that take money, each with what is left of it, and the wallet alone. */
function WhatItPays({
  line,
  client,
  isBusy,
  onBook,
  onBack,
}: {
  line: DecidedLine;
  client: FoundClient;
  isBusy: boolean;
  onBook: (document: Owner['document']) => void;
  onBack: () => void;
}) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const query = new URLSearchParams(
    printListQuery({
      limit: mostProformas,
      filters: [
        { field: 'client_id', op: 'eq', value: client.id },
        { field: 'kind', op: 'in', value: ['proforma'] },
        { field: 'status', op: 'in', value: ['open', 'expired'] },
      ],
    }),
  );
  const { data, error, isPending, refetch } = useRead(documentApi.documents, { query });
  const choices = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // What was focused before is gone: keys go on with the first choice.
    if (!isPending) choices.current?.querySelector('button')?.focus();
  }, [isPending]);
  if (isPending) return <Skeleton active paragraph={{ rows: 2 }} />;
  if (error) return <Failure text={errorText(error)} retry={() => void refetch()} />;
  const restOf = ({ total, paid_amount }: Document) => total - paid_amount;
  // What the sum agrees with comes first.
  const proformas = (data ?? []).toSorted(
    (one, other) => Number(restOf(other) === line.amount) - Number(restOf(one) === line.amount),
  );
  return (
    <>
      <p>{t('bank_lines.inbox.whatItPays', { client: client.name })}</p>
      {client.status === 'archived' && <p className="inbox-against">{t('bank_lines.inbox.returnsText')}</p>}
      <ul className="inbox-found" ref={choices}>
        {proformas.map((document) => (
          <li key={document.id}>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => onBook({ id: document.id, number: document.number })}
            >
              <strong>{document.number}</strong> <Money minorUnits={restOf(document)} />{' '}
              <StateTag
                tone={documentTones[document.status]}
                word={t(`documents.values.status.${document.status}`)}
              />{' '}
              {document.due_on && (
                <span className="muted">{t('bank_lines.inbox.dueBy', { date: day(document.due_on) })}</span>
              )}
            </button>
          </li>
        ))}
        <li>
          <button type="button" disabled={isBusy} onClick={() => onBook(null)}>
            <strong>{t('bank_lines.inbox.onlyWallet')}</strong>
          </button>
        </li>
      </ul>
      <Button onClick={onBack}>{t('bank_lines.inbox.otherClient')}</Button>
    </>
  );
}
