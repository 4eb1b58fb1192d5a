import { type Tag, tagList } from '#contract/entities/tag.ts';
import { tagApi } from '#contract/routes/panel/tag.ts';
import { TagMark } from '#web/ui/admin/kit/tag-mark.tsx';
import { ClientsFound } from '#web/ui/admin/show/clients-found.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** Words that colleagues put on clients (GROWTH section 19). */
export const tagResource = defineResource<Tag>({
  name: 'tags',
  path: 'settings/tags',
  spec: tagList,
  routes: {
    list: tagApi.tags,
    create: tagApi.createTag,
    update: tagApi.changeTag,
    remove: tagApi.deleteTag,
  },
  form: { in: 'dialog', load: async () => (await import('./tag-form.tsx')).useTagForm },
  titleField: 'name',
  csv: true,
  columns: [
    { field: 'name', shown: true },
    {
      field: 'color',
      shown: true,
      cell: (tag) => <TagMark tag={tag} />,
    },
    {
      field: 'clients_count',
      shown: true,
      cell: ({ id, clients_count: count }) => (
        <ClientsFound count={count} filter={{ field: 'tag_id', op: 'in', value: [id] }} />
      ),
    },
    { field: 'created_at', shown: true },
    { field: 'updated_at', file: [] },
  ],
  filters: [{ field: 'name' }, { field: 'color' }],
});
