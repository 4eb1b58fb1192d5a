import { useInvalidate } from '@refinedev/core';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { type Note, noteChanges, noteInput } from '#contract/clients/note.ts';
import { clientNoteApi } from '#contract/routes/panel/note.ts';
import { FormDialog } from '#web/ui/admin/form/form-dialog.tsx';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

const fields: FormField[] = [
  { group: 'note', name: 'text', kind: 'lines', label: 'notes.fields.text' },
  { group: 'note', name: 'pinned', kind: 'switch', label: 'notes.pinned' },
];

/** Writes a note about a client, or changes one. */
export function NoteDialog({ client, note, onClose }: { client: Client; note?: Note; onClose: () => void }) {
  const { t } = useTranslation();
  const call = useCall();
  const { notification } = App.useApp();
  const reload = useNotesReload(client.id);
  async function saved(send: () => Promise<unknown>) {
    await send();
    onClose();
    notification.success({ message: t(note ? 'notes.saved' : 'notes.created') });
    await reload();
  }
  const shared = { fields, name: 'notes', onClose };
  if (!note) {
    return (
      <FormDialog
        {...shared}
        title={t('notes.new')}
        okText={t('notes.write')}
        schema={noteInput}
        initial={{ text: '', pinned: false }}
        send={(body) => saved(() => call(clientNoteApi.createNote, { params: { id: client.id }, body }))}
      />
    );
  }
  const params = { id: client.id, note: note.id };
  return (
    <FormDialog
      {...shared}
      title={t('notes.change')}
      okText={t('actions.save')}
      schema={noteChanges}
      initial={{ text: note.text, pinned: note.pinned }}
      send={(input) =>
        saved(() =>
          call(clientNoteApi.changeNote, { params, body: { ...input, updated_at: note.updated_at } }),
        )
      }
    />
  );
}

/** Loads again what shows a client's notes. */
export function useNotesReload(id: string): () => Promise<void> {
  const invalidate = useInvalidate();
  return async () => {
    await invalidate({ resource: 'client_notes', invalidates: ['resourceAll'] });
    await invalidate({ resource: 'client_timeline', invalidates: ['resourceAll'] });
    await invalidate({ resource: 'clients', id, invalidates: ['detail'] });
  };
}
