import { useInvalidate } from '@refinedev/core';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { clientApi } from '#contract/routes/client.ts';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { ReferenceSelect } from '#web/ui/admin/form/controls/reference-select.tsx';
import { TagMarks } from '#web/ui/admin/kit/tag-mark.tsx';
import { useMay } from '#web/ui/admin/resource/admin-context.ts';
import { useRowWrites } from '#web/ui/admin/resource/row-writes.ts';

/** A client's tags, and a way to change them. */
export function ClientTags({ client }: { client: Client }) {
  const { t } = useTranslation();
  const may = useMay()(clientApi.changeClient);
  return (
    <span className="client-tags">
      <TagMarks tags={client.tags} />
      {may.allowed && client.deleted_at === null && (
        <TagChoice client={client}>{t(client.tags.length === 0 ? 'tags.add' : 'tags.choose')}</TagChoice>
      )}
    </span>
  );
}

function TagChoice({ client, children }: { client: Client; children: string }) {
  const { t } = useTranslation();
  const { id } = client;
  const { update } = useRowWrites('clients');
  const invalidate = useInvalidate();
  const { run, isRunning } = useRowAction('clients', id);
  // The client as it was when the choice was opened: the page reads it again and again.
  const [opened, setOpened] = useState<Client | null>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  async function save(base: Client) {
    // A cabinet's steps make newer versions too; only other tags are a conflict.
    const { updated_at } = String(idsOf(base)) === String(idsOf(client)) ? client : base;
    await update(id, { tag_ids: chosen, updated_at });
    setOpened(null);
    await invalidate({ resource: 'client_timeline', invalidates: ['resourceAll'] });
  }
  const choice = (
    <div className="tag-choice">
      <ReferenceSelect
        mode="several"
        resource="tags"
        label={t('clients.fields.tags')}
        placeholder={t('tags.placeholder')}
        value={chosen}
        onChange={setChosen}
      />
      <Button
        type="primary"
        size="small"
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
      open={opened !== null}
      onOpenChange={(isOpen) => {
        setOpened(isOpen ? client : null);
        setChosen(idsOf(client));
      }}
      content={choice}
      destroyOnHidden
    >
      <Button type="dashed" size="small">
        {children}
      </Button>
    </Popover>
  );
}

function idsOf({ tags }: Client): string[] {
  return tags.map(({ id }) => id);
}
