import type { ClientDetails } from '#contract/clients/client-details.ts';
import { NoteText } from './note-text.tsx';
import './client-notes.css';

/** The note that colleagues must see first. */
export function PinnedNote({ client: { pinned_note } }: { client: Pick<ClientDetails, 'pinned_note'> }) {
  if (pinned_note === null) return null;
  return (
    <div className="pinned-note" role="note">
      <NoteText note={pinned_note} />
    </div>
  );
}
