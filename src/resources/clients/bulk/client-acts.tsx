import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { type ClientAct, clientActInputs, clientActNeeds } from '#contract/clients/client-bulk.ts';
import { askedReason, billingPeriods } from '#contract/entities/client.ts';
import { staff } from '#contract/http/route.ts';
import { AuditValue } from '#web/resources/audit-log/audit-value.tsx';
import { TariffChoice } from '#web/resources/clients/client-controls.tsx';
import { ReferenceSelect } from '#web/ui/admin/form/controls/reference-select.tsx';
import type { BulkAct, ControlProps, FormField } from '#web/ui/admin/resource/define-resource.ts';

const group = 'bulk';
const reason: FormField = { group, name: 'reason', kind: 'text', label: 'form.reason' };

/** What can be done to many clients at once: what each asks, and what its dry run shows. */
export const clientActs: readonly BulkAct[] = [
  act('prolong', {
    fields: [{ group, name: 'days', kind: 'number', label: 'bulk.inputs.days' }],
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
      { group, name: 'add', kind: 'control', control: TagsOfMany, label: 'bulk.inputs.add' },
      { group, name: 'remove', kind: 'control', control: TagsOfMany, label: 'bulk.inputs.remove' },
    ],
    initial: { add: [], remove: [] },
  }),
  act('notify', {
    fields: [
      { group, name: 'subject', kind: 'text', label: 'bulk.inputs.subject' },
      { group, name: 'body', kind: 'lines', label: 'bulk.inputs.body' },
    ],
    isFinal: true,
  }),
  act('block', { fields: [reason], schema: askedReason, shows: ['status'], danger: true }),
  act('unblock', { fields: [], shows: ['status'] }),
  act('delete', { fields: [reason], schema: askedReason, danger: true }),
  act('restore', { fields: [] }),
];

function act(
  name: ClientAct,
  more: Omit<BulkAct, 'name' | 'needs' | 'schema' | 'value'> & Partial<Pick<BulkAct, 'schema'>>,
): BulkAct {
  return {
    name,
    needs: { method: 'POST', access: staff(clientActNeeds[name]) },
    schema: clientActInputs[name],
    value: ClientValue,
    ...more,
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
        <ReferenceSelect
          mode="one"
          id={id}
          resource="users"
          placeholder={t('bulk.inputs.manager')}
          value={typeof value === 'string' ? value : null}
          onChange={(chosen) => onChange?.(chosen ?? undefined)}
        />
      )}
    </>
  );
}

function TagsOfMany({ value, onChange, id }: ControlProps) {
  const { t } = useTranslation();
  return (
    <ReferenceSelect
      mode="several"
      id={id}
      resource="tags"
      placeholder={t('tags.placeholder')}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(chosen) => onChange?.(chosen)}
    />
  );
}
