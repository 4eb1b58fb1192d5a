import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { type ClientAct, clientActInputs, clientActNeeds } from '#contract/clients/client-bulk.ts';
import { askedReason, billingPeriods, type Client } from '#contract/entities/client.ts';
import { staff } from '#contract/http/route.ts';
import type { BulkCode } from '#contract/panel/bulk.ts';
import { AuditValue } from '#web/resources/audit-log/audit-value.tsx';
import { TariffChoice } from '#web/resources/clients/client-controls.tsx';
import { ManagerSelect } from '#web/resources/clients/head/manager-select.tsx';
import { TagsChoice, TagsToAdd } from '#web/resources/tags/tags-to-add.tsx';
import type { BulkAct, ControlProps, FormField, Row } from '#web/ui/admin/resource/define-resource.ts';

const group = 'bulk';
const reason: FormField = { group, name: 'reason', kind: 'text', label: 'form.reason', help: true };

/** What can be done to many clients at once: what each asks, and what its dry run shows. */
export const clientActs: readonly BulkAct[] = [
  act('prolong', {
    fields: [{ group, name: 'days', kind: 'number', label: 'bulk.inputs.days' }],
    wont: ({ blocked_by_hand, status, trialEnds }) => {
      const isRunning = !blocked_by_hand && (status === 'trial' || status === 'active');
      return isRunning && trialEnds !== null ? null : 'no_period';
    },
    shows: ['trialEnds'],
  }),
  act('tariff', {
    fields: [
      { group, name: 'tariff_id', kind: 'control', control: TariffChoice, label: 'bulk.inputs.plan' },
      { group, name: 'billing_period', kind: 'enum', values: billingPeriods, inRow: true, empty: 'omit' },
      {
        group,
        name: 'when',
        kind: 'enum',
        values: ['period_end', 'now'],
        inRow: true,
        label: 'bulk.inputs.when',
      },
    ],
    initial: { when: 'period_end' },
    shows: ['tariff_id', 'billing_period'],
  }),
  act('manager', {
    fields: [
      {
        group,
        name: 'manager_id',
        kind: 'control',
        control: ManagerOfMany,
        required: true,
        // Null removes the manager; nothing is no answer.
        typed: (value) => value,
        sent: (value) => value,
      },
    ],
    shows: ['manager_id'],
    headline: (input) =>
      'manager_id' in input && input.manager_id === null ? 'bulk.removesManager' : undefined,
  }),
  act('tags', {
    fields: [
      { group, name: 'add', kind: 'control', control: TagsToAdd, label: 'bulk.inputs.add' },
      { group, name: 'remove', kind: 'control', control: TagsChoice, label: 'bulk.inputs.remove' },
    ],
    initial: { add: [], remove: [] },
  }),
  act('notify', {
    fields: [
      { group, name: 'subject', kind: 'text', label: 'bulk.inputs.subject' },
      { group, name: 'body', kind: 'lines', label: 'bulk.inputs.body' },
    ],
    isFinal: true,
    wont: ({ status }) => (status === 'unconfirmed' ? 'unconfirmed' : null),
  }),
  act('block', {
    fields: [reason],
    schema: askedReason,
    shows: ['status'],
    danger: true,
    wont: ({ blocked_by_hand, status }) => {
      if (blocked_by_hand) return 'already_blocked';
      return status === 'unconfirmed' || status === 'archived' ? 'not_blockable' : null;
    },
  }),
  act('unblock', {
    fields: [],
    shows: ['status'],
    wont: ({ blocked_by_hand }) => (blocked_by_hand ? null : 'not_blocked'),
  }),
  act('delete', { fields: [reason], schema: askedReason, danger: true }),
  act('restore', { fields: [], ofDeleted: true }),
];

type More = Omit<BulkAct, 'name' | 'needs' | 'schema' | 'value' | 'wont'> &
  Partial<Pick<BulkAct, 'schema'>> & {
    /** Of a client that is not deleted. */
    wont?: (client: Client) => BulkCode | null;
    /** It is for deleted clients; the others are for those that are not. */
    ofDeleted?: true;
  };

function act(name: ClientAct, { wont, ofDeleted, ...more }: More): BulkAct {
  return {
    name,
    needs: { method: 'POST', access: staff(clientActNeeds[name]) },
    schema: clientActInputs[name],
    value: ClientValue,
    ...more,
    wont: (row: Row) => {
      const client = row as Client; // a row of the list of clients
      if (ofDeleted) return client.erased_at ? 'erased' : client.deleted_at ? null : 'not_deleted';
      return client.deleted_at ? 'deleted' : (wont?.(client) ?? null);
    },
  };
}

function ClientValue(of: { field: string; value: unknown }) {
  return <AuditValue subject="client" {...of} />;
}

/** Chooses a manager, or to have none, which must be said: an empty choice is none. */
function ManagerOfMany({ value, onChange, id }: ControlProps) {
  const { t } = useTranslation();
  const isRemoved = value === null;
  return (
    <>
      <Segmented<boolean>
        value={isRemoved}
        onChange={(remove) => onChange?.(remove ? null : undefined)}
        options={[
          { value: false, label: t('bulk.inputs.setManager') },
          { value: true, label: t('bulk.inputs.removeManager') },
        ]}
      />
      {!isRemoved && (
        <ManagerSelect
          id={id}
          placeholder={t('bulk.inputs.manager')}
          value={typeof value === 'string' ? value : null}
          onChange={(chosen) => onChange?.(chosen ?? undefined)}
        />
      )}
    </>
  );
}
