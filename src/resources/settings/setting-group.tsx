import { App, Button, Form } from 'antd';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingApi } from '#contract/routes/setting.ts';
import type { Setting } from '#contract/company/settings.ts';
import { accessToRoute } from '#web/providers/access-control-provider.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { draftOf, isSame } from '#web/ui/admin/form/draft/form-draft.ts';
import { FormFieldItem } from '#web/ui/admin/form/form-field.tsx';
import { useRowForm } from '#web/ui/admin/form/row-form.tsx';
import { Hint } from '#web/ui/admin/kit/hint.tsx';
import { useAdmin, useHolds, useMay } from '#web/ui/admin/resource/admin-context.ts';
import type { RowValues } from '#web/ui/admin/resource/define-resource.ts';
import { useRowWrites } from '#web/ui/admin/resource/row-writes.ts';
import { type SettingGroup, settingsSchema } from './setting-fields.tsx';
import { followed, refusedSetting, rowOf, staleTogether, versionsOf, withSettings } from './setting-rows.ts';
import { SettingState } from './setting-state.tsx';
import './settings.css';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/**
 * One group of the general settings. Each is saved by itself: only what was typed is sent, with the version that it was
 * typed over; where nobody has typed, the form follows a colleague.
 */
export function SettingGroupForm({ group, settings }: { group: SettingGroup; settings: readonly Setting[] }) {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const writes = useRowWrites('settings');
  const isWriter = useHolds()(settingApi.saveSetting);
  const may = useMayChange(group);
  const { name } = group;
  const fields = group.fields.map((field) => {
    const fallback = settings.find(({ key }) => key === field.name)?.fallback;
    return field.kind === 'text' && fallback != null ? { ...field, placeholder: fallback } : field;
  });
  const own = settings.filter(({ key }) => fields.some((field) => field.name === key));
  const [schema] = useState(() => settingsSchema(fields));
  const { props, baseRef, setDirty, sending, failure, question } = useRowForm({
    resource: 'settings',
    draft: name,
    row: rowOf(own),
    // What was stored under an older rule is nobody's mistake here.
    declaration: { fields, schema, onlyChanged: fields.map((field) => field.name) },
    onBack: follow,
    save,
    onSaved: async () => {
      setDirty(!isSame(typed(), draftOf(fields, baseRef.current, 'en')));
      if (name === 'maintenance') return location.reload();
      notification.success({ message: t('settings.saved') });
    },
  });
  const { form } = props;
  const typed = () => form.getFieldsValue(true);
  const onSettings = useEffectEvent(follow);
  useEffect(() => onSettings(), [settings]);

  function follow(): void {
    const { moved, base } = followed(fields, { typed: typed(), base: baseRef.current, now: rowOf(own) });
    for (const [place, value] of moved) form.setFieldValue(place.split('.'), value);
    baseRef.current = base;
  }

  async function save(input: RowValues, base: RefObject<RowValues>): Promise<RowValues> {
    const sent = typed();
    const stale: HttpError[] = [];
    for (const field of fields.filter(({ name: key }) => key in input)) {
      const { name: key } = field;
      const body = { key, value: input[key], updated_at: versionsOf(base.current)[key] };
      try {
        const { data } = await writes.create(body);
        // As the server keeps it, unless more was typed meanwhile.
        learn(data as unknown as Setting, { isShown: isSame(form.getFieldValue(key), sent[key]) }); // by the contract
      } catch (error) {
        if (!(error instanceof HttpError) || error.code !== 'stale') throw refusedSetting(field, error);
        stale.push(error);
      }
    }
    if (stale.length > 0) throw staleTogether(stale, base.current);
    return base.current;
  }

  function learn(setting: Setting, { isShown }: { isShown: boolean }): void {
    baseRef.current = withSettings(baseRef.current, [setting]);
    const field = fields.filter(({ name: key }) => key === setting.key);
    if (isShown)
      for (const [name, value] of Object.entries(draftOf(field, baseRef.current, 'en')))
        form.setFieldValue(name, value);
  }

  function onReset(setting: Setting): void {
    learn(setting, { isShown: true });
    setDirty(!isSame(typed(), draftOf(fields, baseRef.current, 'en')));
    if (setting.key === 'read_only') location.reload();
  }

  return (
    <section
      className={isWide(group) ? 'panel panel-wide setting-group' : 'panel setting-group'}
      aria-labelledby={`settings-${name}`}
    >
      <h2 id={`settings-${name}`}>{t(declaredKey(`settings.groups.${name}`))}</h2>
      <Form {...props} name={name} disabled={!may.allowed}>
        {fields.map((field) => {
          const setting = own.find(({ key }) => key === field.name);
          const state = setting && (
            <SettingState
              field={field}
              setting={setting}
              version={versionsOf(baseRef.current)[field.name] ?? null}
              mayReset={may.allowed}
              onReset={onReset}
            />
          );
          return <FormFieldItem key={field.name} name="settings" field={field} below={state} />;
        })}
        {failure && (
          <p className="failure" role="alert">
            {failure}
          </p>
        )}
        {isWriter && (
          <Hint text={may.reason}>
            <Button type="primary" htmlType="submit" loading={sending}>
              {t('actions.save')}
            </Button>
          </Hint>
        )}
      </Form>
      {question}
    </section>
  );
}

function isWide({ name }: SettingGroup): boolean {
  return name === 'mails' || name === 'company';
}

/** Maintenance leaves one thing to change: its own end (DESIGN section 8). */
function useMayChange({ name }: SettingGroup): { allowed: boolean; reason: string | undefined } {
  const { session } = useAdmin();
  const may = useMay()(settingApi.saveSetting);
  if (name !== 'maintenance') return may;
  const place = { held: session.permissions(), panelReadOnly: false };
  return accessToRoute(place, settingApi.saveSetting).allowed ? { allowed: true, reason: undefined } : may;
}
