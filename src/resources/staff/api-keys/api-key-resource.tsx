import { type ApiKey, apiKeyList } from '#contract/accounts/api-key.ts';
import { apiKeyApi } from '#contract/routes/accounts/api-key.ts';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';
import { EndKey, KeyAddresses, KeyEnd, KeyName, KeyRights, LastUse, NewKey } from './api-key-cells.tsx';

/** Keys with which programs call the API (GROWTH section 18). */
export const apiKeyResource = defineResource<ApiKey>({
  name: 'api_keys',
  path: 'settings/api-keys',
  spec: apiKeyList,
  title: 'settings.api-keys.title',
  routes: { list: apiKeyApi.apiKeys },
  titleField: 'name',
  csv: true,
  // Made by a dialog of its own, because a new one has a token that is shown once.
  list: { actions: NewKey },
  columns: [
    { field: 'name', shown: true, cell: (key) => <KeyName apiKey={key} /> },
    { field: 'id', file: [], shown: true, cell: (key) => <EndKey apiKey={key} /> },
    { field: 'permissions', shown: true, width: '20rem', cell: (key) => <KeyRights apiKey={key} /> },
    { field: 'addresses', shown: true, cell: (key) => <KeyAddresses apiKey={key} /> },
    { field: 'expires_at', shown: true, cell: (key) => <KeyEnd apiKey={key} /> },
    { field: 'last_used_at', shown: true, cell: (key) => <LastUse apiKey={key} /> },
    { field: 'user_name', shown: true },
    { field: 'created_at' },
    { field: 'last_used_ip' },
  ],
  filters: [
    { field: 'name' },
    { field: 'user_name' },
    { field: 'user_id', byLink: true },
    { field: 'expires_at', next: true },
    { field: 'last_used_at', last: true },
  ],
});
