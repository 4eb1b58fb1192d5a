import { useTranslation } from 'react-i18next';
import type { Note } from '#contract/clients/note.ts';
import { Moment } from '#web/ui/admin/kit/moment.tsx';

/** What a note says, who wrote it and when. */
export function NoteText({ note }: { note: Note }) {
  const { t } = useTranslation();
  const { text, pinned, created_by, created_at, updated_by, updated_at } = note;
  return (
    <>
      <p className="note-text">{text}</p>
      <p className="muted note-by">
        {pinned && <span className="count-badge note-pin">{t('notes.isPinned')}</span>}
        <bdi>{created_by?.name}</bdi> · <Moment iso={created_at} />
        {updated_at !== created_at && (
          <>
            {' · '}
            {t('notes.changed', { name: updated_by?.name ?? '' })} <Moment iso={updated_at} />
          </>
        )}
      </p>
    </>
  );
}
