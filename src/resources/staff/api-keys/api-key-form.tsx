import { useInvalidate } from '@refinedev/core';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiKeyInput, keyPermissions } from '#contract/accounts/api-key.ts';
import { apiKeyApi } from '#contract/routes/accounts/api-key.ts';
import { DayInput } from '#web/ui/admin/form/controls/day-input.tsx';
import { PermissionChoice } from '#web/resources/staff/users/permission-choice.tsx';
import { FormDialog } from '#web/ui/admin/form/form-dialog.tsx';
import { ShownOnce } from '#web/ui/admin/kit/shown-once.tsx';
import type { ControlProps, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

const fields: readonly FormField[] = [
  { name: 'name', group: 'key', kind: 'text', help: true },
  { name: 'permissions', group: 'key', kind: 'control', control: KeyPermissions },
  { name: 'expires_at', group: 'key', kind: 'control', control: LastDay, nullIsChoice: true, half: true },
  {
    name: 'addresses',
    group: 'key',
    kind: 'control',
    help: true,
    control: Networks,
    typed: (networks) => (Array.isArray(networks) ? networks.join('\n') : ''),
    sent: (typed) =>
      String(typed ?? '')
        .split(/[\s,;]+/)
        .filter(Boolean),
  },
];

/** Makes a key, and shows its token once. */
export default function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const call = useCall();
  const invalidate = useInvalidate();
  const [token, setToken] = useState<string | null>(null);
  if (token !== null) {
    return (
      <ShownOnce
        title={t('api_keys.token.title')}
        text={t('api_keys.token.text')}
        okText={t('api_keys.token.close')}
        secret={token}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={t('api_keys.new')}
      okText={t('actions.create')}
      name="api_keys"
      fields={fields}
      schema={apiKeyInput}
      initial={{ name: '', permissions: [], expires_at: null, addresses: [] }}
      onClose={onClose}
      send={async (body) => {
        const { data } = await call(apiKeyApi.createApiKey, { body });
        setToken(data.token);
        await invalidate({ resource: 'api_keys', invalidates: ['list'] });
      }}
    />
  );
}

function KeyPermissions(control: ControlProps) {
  return <PermissionChoice {...control} offered={keyPermissions} />;
}

function LastDay(control: ControlProps) {
  return <DayInput {...control} isEnd />;
}

/** One network a line. */
function Networks({ id, value, onChange }: ControlProps) {
  return (
    <Input.TextArea
      {...(id !== undefined && { id })}
      rows={2}
      placeholder="203.0.113.0/24"
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange?.(target.value)}
      spellCheck={false}
    />
  );
}
