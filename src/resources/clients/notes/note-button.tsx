import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { clientNoteApi } from '#contract/routes/panel/note.ts';
import { useOpenInAddress } from '#web/resources/clients/wallet/open-in-address.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { PlusIcon } from '#web/ui/admin/kit/icons.tsx';
import { useHolds, useMay } from '#web/ui/admin/resource/admin-context.ts';
import { NoteDialog } from './note-dialog.tsx';

/** Opens the dialog of a new note, from every part of a client's page; the menu of the head has it. */
export function NoteButton() {
  const { t } = useTranslation();
  const [, setOpen] = useOpenInAddress('note');
  if (!useHolds()(clientNoteApi.createNote)) return null;
  return (
    <GuardedButton needs={clientNoteApi.createNote} shortcut="n" onClick={() => setOpen(true)}>
      {t('notes.new')}
    </GuardedButton>
  );
}

/** The same in words, where the notes are read. */
export function AddNoteButton() {
  const { t } = useTranslation();
  const [, setOpen] = useOpenInAddress('note');
  if (!useHolds()(clientNoteApi.createNote)) return null;
  return (
    <GuardedButton
      needs={clientNoteApi.createNote}
      size="small"
      icon={<PlusIcon />}
      onClick={() => setOpen(true)}
    >
      {t('notes.add')}
    </GuardedButton>
  );
}

/** The dialog itself, once on the page: opened by a button, or by an address from the palette. */
export function NoteByAddress({ client }: { client: Client }) {
  const [isOpen, setOpen] = useOpenInAddress('note');
  const may = useMay()(clientNoteApi.createNote);
  if (!isOpen || client.deleted_at !== null || !may.allowed) return null;
  return <NoteDialog client={client} onClose={() => setOpen(false)} />;
}
