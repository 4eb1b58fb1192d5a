import { useInvalidate } from '@refinedev/core';
import { Button, Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { useRowWrites } from '#web/ui/admin/resource/row-writes.ts';

/** A small button in the head of a client that changes one field in place. */
export function ClientChoice<Value extends string[] | string | null>({
  client,
  field,
  valueOf,
  label,
  children,
}: {
  client: Client;
  field: 'tag_ids' | 'manager_id';
  valueOf: (client: Client) => Value;
  label: string;
  /** The control of what is chosen. */
  children: (value: Value, onChange: (value: Value) => void) => ReactNode;
}) {
  const { t } = useTranslation();
  const { id } = client;
  const { update } = useRowWrites('clients');
  const invalidate = useInvalidate();
  const { run, isRunning } = useRowAction('clients', id);
  // The client as it was when the choice was opened: the page reads it again and again.
  const [opened, setOpened] = useState<Client | null>(null);
  const [chosen, setChosen] = useState(() => valueOf(client));
  async function save(base: Client) {
    // A cabinet's steps make newer versions too; only another value is a conflict.
    const { updated_at } = String(valueOf(base)) === String(valueOf(client)) ? client : base;
    await update(id, { [field]: chosen, updated_at });
    setOpened(null);
    await invalidate({ resource: 'client_timeline', invalidates: ['resourceAll'] });
  }
  const choice = (
    <div className="client-choice">
      {children(chosen, setChosen)}
      <Button
        type="primary"
        loading={isRunning}
        onClick={() => opened && void run({ send: () => save(opened), done: t('clients.saved') })}
      >
        {t('actions.save')}
      </Button>
    </div>
  );
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={opened !== null}
      onOpenChange={(isOpen) => {
        setOpened(isOpen ? client : null);
        setChosen(valueOf(client));
      }}
      content={choice}
      destroyOnHidden
    >
      <Button type="dashed" size="small">
        {label}
      </Button>
    </Popover>
  );
}
