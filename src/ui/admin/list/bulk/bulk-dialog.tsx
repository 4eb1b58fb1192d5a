import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkCheck } from '#contract/panel/bulk.ts';
import { HttpError } from '#web/providers/http-error.ts';
import { FormDialog } from '#web/ui/admin/form/form-dialog.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import type { AnyResource, BulkAct, RowValues } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { BegunBulk } from './bulk-progress.tsx';
import { CheckedBulk } from './checked-bulk.tsx';
import type { Selected } from './selection.ts';

interface DialogProps {
  resource: AnyResource;
  act: BulkAct;
  selected: Selected;
  /** How many rows that is. */
  count: number;
  onBegun: () => void;
  onClose: () => void;
}

/** An act on many rows: what it asks, what it would do, and how far it is. */
export default function BulkDialog(props: DialogProps) {
  const { resource, act, selected, count, onBegun, onClose } = props;
  const { t } = useTranslation();
  const { number } = useFormats();
  const check = useCheck(props);
  const [step, setStep] = useState<{ input: object; checked: BulkCheck | null } | { runId: string } | null>(
    act.fields.length === 0 ? { input: {}, checked: null } : null,
  );
  const [typed, setTyped] = useState<RowValues>();
  const title = t(declaredKey(`bulk.values.act.${act.name}`));
  if (!step) {
    return (
      <FormDialog
        title={title}
        okText={t('bulk.check')}
        name={resource.name}
        fields={act.fields}
        schema={act.schema}
        initial={act.initial ?? {}}
        typed={typed}
        above={<p>{t('bulk.chosen', { rows: number(count) })}</p>}
        send={async (input) => {
          setStep({ input, checked: await check(input) });
          setTyped({ ...input });
        }}
        onClose={onClose}
      />
    );
  }
  if ('runId' in step) {
    return (
      <Modal
        open
        title={title}
        onCancel={onClose}
        maskClosable={false}
        width="32.5rem"
        footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
      >
        <BegunBulk runId={step.runId} />
      </Modal>
    );
  }
  return (
    <CheckedBulk
      resource={resource}
      act={act}
      title={title}
      selected={selected}
      input={step.input}
      checked={step.checked}
      check={check}
      onBegun={(runId) => {
        onBegun();
        setStep({ runId });
      }}
      onBack={act.fields.length > 0 ? () => setStep(null) : onClose}
      onClose={onClose}
    />
  );
}

/** The dry run. A refusal of the input is moved to the fields of the form. */
function useCheck({ resource, act, selected }: Pick<DialogProps, 'resource' | 'act' | 'selected'>) {
  const call = useCall();
  return async (input: object): Promise<BulkCheck> => {
    if (!resource.bulk) throw new Error(`${resource.name} have no acts on many`);
    try {
      const body = { act: act.name, input, ...selected, dry_run: true };
      const answer = await call(resource.bulk.route, { body });
      return (answer as { data: BulkCheck }).data; // a dry run is answered so
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      throw error.withFields(
        Object.fromEntries(
          Object.entries(error.fields).map(([name, said]) => [name.replace(/^input\./, ''), said]),
        ),
      );
    }
  };
}
