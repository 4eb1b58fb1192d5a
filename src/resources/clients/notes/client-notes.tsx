import { useInfiniteList } from '@refinedev/core';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Note } from '#contract/clients/note.ts';
import type { Client } from '#contract/entities/client.ts';
import { causeOf } from '#web/providers/data-provider.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { AddNoteButton } from './note-button.tsx';
import { NoteText } from './note-text.tsx';
import { NoteActions } from './note-actions.tsx';
import './client-notes.css';

const pageSize = 5;

/** What colleagues wrote about a client, newest first, and where a new one is written. */
export function ClientNotes({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { query, result } = useInfiniteList<Note>({
    resource: 'client_notes',
    pagination: { pageSize },
    meta: { params: { id: client.id } },
    queryOptions: { retry: false },
    errorNotification: false,
  });
  // A new note shifts the pages, so one can come twice.
  const notes = new Map(query.data?.pages.flatMap(({ data }) => data).map((note) => [note.id, note]));
  return (
    <section className="panel client-notes" aria-busy={query.isFetching}>
      <header className="panel-head">
        <h2>{t('notes.title')}</h2>
        {client.deleted_at === null && <AddNoteButton />}
      </header>
      {query.error && !query.data && (
        <Failure text={errorText(causeOf(query.error))} retry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton active paragraph={{ rows: 2 }} />}
      {query.data && notes.size === 0 && <p className="muted">{t('notes.none')}</p>}
      <ol className="note-list">
        {[...notes.values()].map((note) => (
          <li key={note.id}>
            <NoteText note={note} />
            <NoteActions client={client} note={note} />
          </li>
        ))}
      </ol>
      {result.hasNextPage && (
        <Button size="small" loading={query.isFetching} onClick={() => void query.fetchNextPage()}>
          {t('clients.activity.more')}
        </Button>
      )}
    </section>
  );
}
