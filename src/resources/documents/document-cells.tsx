import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Document } from '#contract/entities/document.ts';
import { DeletedWord } from '#web/ui/admin/kit/deleted-word.tsx';
import { documentTones, StateTag } from '#web/ui/admin/kit/state-tag.tsx';

/** Whose it is, and whether they are still there. */
export function DocumentClient({
  document: { client, client_deleted },
}: {
  document: Pick<Document, 'client' | 'client_deleted'>;
}) {
  return (
    <>
      <Link to={`/admin-panel/clients/show/${client.id}`}>{client.name}</Link>
      {client_deleted && <DeletedWord />}
    </>
  );
}

export function DocumentState({ status }: Pick<Document, 'status'>) {
  const { t } = useTranslation();
  return <StateTag tone={documentTones[status]} word={t(`documents.values.status.${status}`)} />;
}
