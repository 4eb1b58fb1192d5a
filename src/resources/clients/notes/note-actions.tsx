import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Note } from '#contract/clients/note.ts';
import type { Client } from '#contract/entities/client.ts';
import { clientNoteApi } from '#contract/routes/panel/note.ts';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { MoreIcon } from '#web/ui/admin/kit/icons.tsx';
import { useMay } from '#web/ui/admin/resource/admin-context.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { NoteDialog, useNotesReload } from './note-dialog.tsx';

/** What can be done with a note: pinned, changed, deleted. Absent for people who may not. */
export function NoteActions({ client, note }: { client: Client; note: Note }) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const call = useCall();
  const reload = useNotesReload(client.id);
  const { run, isRunning } = useRowAction('client_notes', note.id);
  const [isOpen, setOpen] = useState(false);
  if (!useMay()(clientNoteApi.changeNote).allowed) return null;
  const params = { id: client.id, note: note.id };
  async function pin() {
    const body = { pinned: !note.pinned, updated_at: note.updated_at };
    await call(clientNoteApi.changeNote, { params, body });
    await reload();
  }
  async function remove() {
    await call(clientNoteApi.deleteNote, { params });
    await reload();
  }
  const ask = () =>
    void modal.confirm({
      title: t('notes.delete.title'),
      content: t('notes.delete.text'),
      okText: t('actions.delete'),
      okButtonProps: { danger: true },
      cancelText: t('actions.cancel'),
      icon: null,
      onOk: () => run({ send: remove, done: t('notes.delete.done') }),
    });
  const items = [
    {
      key: 'pin',
      label: t(note.pinned ? 'notes.unpin' : 'notes.pin'),
      onClick: () => void run({ send: pin, done: t('notes.saved') }),
    },
    { key: 'change', label: t('actions.edit'), onClick: () => setOpen(true) },
    { key: 'delete', label: t('actions.delete'), danger: true, onClick: ask },
  ];
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button
          type="text"
          size="small"
          className="note-more"
          loading={isRunning}
          icon={<MoreIcon />}
          aria-label={t('notes.more')}
        />
      </Dropdown>
      {isOpen && <NoteDialog client={client} note={note} onClose={() => setOpen(false)} />}
    </>
  );
}
