import { useInvalidate } from '@refinedev/core';
import { App, Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingApi } from '#contract/routes/setting.ts';
import type { Setting } from '#contract/entities/setting.ts';
import { type ChangedBy, HttpError } from '#web/providers/http-error.ts';
import { errorText } from '#web/providers/i18n.ts';
import { type Difference, differencesOf, draftOf } from '#web/ui/admin/form/draft/form-draft.ts';
import { PlaceLabel, PlaceValue } from '#web/ui/admin/form/form-field.tsx';
import { useIsOwn } from '#web/ui/admin/form/stale-dialog.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

/** The setting after a colleague's change. */
interface Stale {
  current: Setting;
  changedBy: ChangedBy | null;
  differences: readonly Difference[];
}

/** Shows whether a setting is its default, and resets it. */
export function SettingState({
  field,
  setting,
  version,
  mayReset,
  onReset,
}: {
  field: FormField;
  setting: Setting;
  /** The version that the form shows. */
  version: string | null;
  mayReset: boolean;
  onReset: (setting: Setting) => void;
}) {
  const { t } = useTranslation();
  const { auth } = useAdmin();
  const call = useCall();
  const invalidate = useInvalidate();
  const { notification } = App.useApp();
  const [stale, setStale] = useState<Stale | null>(null);
  const { id, key } = setting;
  const label = t(`settings.fields.${key}`);

  /** Resets to the default; asks first when a colleague has changed the setting since. */
  async function reset(seen: { value: unknown; version: string | null }): Promise<void> {
    try {
      const query = { updated_at: seen.version ?? undefined };
      const { data } = await call(settingApi.resetSetting, { params: { id }, query });
      setStale(null);
      notification.success({ message: t('settings.reset.done', { name: label }) });
      onReset(data);
      await invalidate({ resource: 'settings', invalidates: ['list'] });
    } catch (error) {
      if (error instanceof HttpError && error.code === 'stale') return found(error, seen.value);
      await auth.onError(error);
      notification.error({ message: t('errors.title'), description: errorText(error) });
    }
  }

  async function found({ current: answered, changedBy }: HttpError, seen: unknown): Promise<void> {
    const current = answered as Setting; // typed by the contract
    const [base, mine, theirs] = [seen, setting.default, current.value].map((value) =>
      draftOf([field], { [key]: value }, 'en'),
    );
    const differences = differencesOf([field], { base: base ?? {}, mine: mine ?? {}, theirs: theirs ?? {} });
    if (differences.length === 0) return reset({ value: current.value, version: current.updated_at });
    setStale({ current, changedBy, differences });
    await invalidate({ resource: 'settings', invalidates: ['list'] });
  }

  if (setting.is_default) return null;
  return (
    <span className="setting-state">
      <span>
        {t('settings.default')}: <DefaultText setting={setting} />
      </span>
      {mayReset && (
        <Button
          type="link"
          size="small"
          aria-label={`${label}: ${t('settings.reset.go')}`}
          onClick={() => void reset({ value: setting.value, version: version ?? setting.updated_at })}
        >
          {t('settings.reset.go')}
        </Button>
      )}
      {stale && (
        <StaleReset
          stale={stale}
          onReset={() => reset({ value: stale.current.value, version: stale.current.updated_at })}
          onClose={() => setStale(null)}
        />
      )}
    </span>
  );
}

function DefaultText({ setting: { key, default: value, fallback } }: { setting: Setting }) {
  const { t } = useTranslation();
  if (key === 'default_tariff_id') return t('settings.cheapest');
  if (key === 'most_blocks_a_run' || key === 'most_deletions_a_run') return t('settings.fifthOfClients');
  if (typeof value === 'boolean') return t(value ? 'list.yes' : 'list.no');
  if (key === 'document_rhythm') return t(declaredKey(`settings.values.document_rhythm.${String(value)}`));
  if (typeof value === 'number') return String(value);
  const parts = typeof value === 'object' && value !== null ? Object.values(value).filter(Boolean) : [];
  if (parts.length > 0) return parts.join(', ');
  return fallback ?? t('settings.none');
}

/** Asks before a value is reset that somebody has changed meanwhile. */
function StaleReset({
  stale: { current, changedBy, differences },
  onReset,
  onClose,
}: {
  stale: Stale;
  onReset: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const isOwn = useIsOwn()(changedBy);
  const [isSending, setSending] = useState(false);
  return (
    <Modal
      open
      title={t('settings.reset.stale.title', { name: t(`settings.fields.${current.key}`) })}
      okText={t('settings.reset.go')}
      cancelText={t('settings.reset.stale.keep')}
      confirmLoading={isSending}
      onOk={() => {
        setSending(true);
        void onReset().finally(() => setSending(false));
      }}
      onCancel={onClose}
      width="30rem"
    >
      <p>{whatHappened()}</p>
      <ul className="stale-fields">
        {differences.map(({ place, theirs }) => (
          <li key={place.name}>
            {differences.length > 1 && (
              <h3>
                <PlaceLabel name="settings" place={place} />
              </h3>
            )}
            <PlaceValue name="settings" place={place} value={theirs} />
          </li>
        ))}
      </ul>
    </Modal>
  );

  function whatHappened(): string {
    if (changedBy === null) return t('settings.reset.stale.text');
    return isOwn ? t('settings.reset.stale.own') : t('settings.reset.stale.textBy', { name: changedBy.name });
  }
}
