import { type ClientField, clientFieldList } from '#contract/client-fields/client-field.ts';
import { clientFieldApi } from '#contract/routes/panel/client-field.ts';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** Fields of clients that staff define (GROWTH section 19). */
export const clientFieldResource = defineResource<ClientField>({
  name: 'client_fields',
  path: 'settings/client-fields',
  spec: clientFieldList,
  routes: {
    list: clientFieldApi.clientFields,
    create: clientFieldApi.createClientField,
    update: clientFieldApi.changeClientField,
    remove: clientFieldApi.deleteClientField,
  },
  form: { in: 'dialog', load: async () => (await import('./client-field-form.tsx')).useClientFieldForm },
  titleField: 'name',
  csv: true,
  columns: [
    { field: 'name', shown: true },
    { field: 'key', shown: true },
    { field: 'kind', shown: true },
    { field: 'clients_count', shown: true },
    { field: 'created_at' },
    { field: 'updated_at', file: [] },
  ],
  filters: [{ field: 'name' }, { field: 'key' }, { field: 'kind', often: true }],
});
