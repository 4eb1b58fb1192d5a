import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { clientApi } from '#contract/routes/client.ts';
import { ReferenceSelect } from '#web/ui/admin/form/controls/reference-select.tsx';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { TagMarks } from '#web/ui/admin/kit/tag-mark.tsx';
import { useMay } from '#web/ui/admin/resource/admin-context.ts';
import { ClientChoice } from './client-choice.tsx';

/** A client's tags, and a way to change them. */
export function ClientTags({ client }: { client: Client }) {
  const { t } = useTranslation();
  const may = useMay()(clientApi.changeClient);
  const mayChange = may.allowed && client.deleted_at === null;
  return (
    <span className="client-tags">
      {client.tags.length === 0 && !mayChange ? <Nothing /> : <TagMarks tags={client.tags} />}
      {mayChange && (
        <ClientChoice
          client={client}
          field="tag_ids"
          valueOf={idsOf}
          label={t(client.tags.length === 0 ? 'tags.add' : 'tags.choose')}
        >
          {(chosen, choose) => (
            <ReferenceSelect
              mode="several"
              resource="tags"
              label={t('clients.fields.tags')}
              placeholder={t('tags.placeholder')}
              value={chosen}
              onChange={choose}
            />
          )}
        </ClientChoice>
      )}
    </span>
  );
}

function idsOf({ tags }: Client): string[] {
  return tags.map(({ id }) => id);
}
