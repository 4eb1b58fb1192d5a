import { App, Button, Form } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveSettingOf } from '#contract/routes/setting.ts';
import { isSensitive } from '#contract/company/settings.ts';
import type { Setting } from '#contract/entities/setting.ts';
import { accessToRoute } from '#web/providers/access-control-provider.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { isSame } from '#web/ui/admin/form/draft/form-draft.ts';
import { FormFields } from '#web/ui/admin/form/form-field.tsx';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import { withRequired } from '#web/ui/admin/form/submit/required-fields.ts';
import { useRowForm } from '#web/ui/admin/form/row-form.tsx';
import { Hint } from '#web/ui/admin/kit/hint.tsx';
import { ChevronIcon } from '#web/ui/admin/kit/icons.tsx';
import { useIsPhone } from '#web/ui/admin/kit/page/use-is-phone.ts';
import { useAdmin, useHolds, useMay } from '#web/ui/admin/resource/admin-context.ts';
import type { RowValues } from '#web/ui/admin/resource/define-resource.ts';
import { useRowWrites } from '#web/ui/admin/resource/row-writes.ts';
import { type SettingGroup, settingsSchema } from './setting-fields.tsx';
import { followed, refusedSetting, rowOf, staleTogether, versionsOf, withSettings } from './setting-rows.ts';
import type { GroupName } from './setting-groups.ts';
import { SettingState } from './setting-state.tsx';
import './settings.css';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** One group of the general settings: alone beside the index, or on a phone folded under its name. */
export function SettingGroupForm({
  group,
  settings,
  isCurrent,
  onTyped,
}: {
  group: SettingGroup;
  settings: readonly Setting[];
  /** Whether the address names it. */
  isCurrent: boolean;
  onTyped: (name: GroupName, isDirty: boolean) => void;
}) {
  const { t } = useTranslation();
  const isWriter = useHolds()(routeOf(group));
  const may = useMayChange(group);
  const { fields, own, form, onReset } = useSettingForm(group, settings);
  const isPhone = useIsPhone();
  const { isOpen, fold } = useFold(isCurrent);
  const { name } = group;
  const tell = useEffectEvent(onTyped);
  useEffect(() => tell(name, form.draft.isDirty), [name, form.draft.isDirty]);
  const stateOf = (field: (typeof fields)[number]) => {
    const setting = own.find(({ key }) => key === field.name);
    return (
      setting && (
        <SettingState
          field={field}
          setting={setting}
          version={versionsOf(form.draft.base())[field.name] ?? null}
          mayReset={may.allowed && !isSensitive(field.name)}
          onReset={onReset}
        />
      )
    );
  };
  const title = t(declaredKey(`settings.groups.${name}`));
  return (
    <section
      className="panel setting-group"
      aria-labelledby={`settings-${name}`}
      hidden={!isPhone && !isCurrent}
    >
      <h2 id={`settings-${name}`}>
        {isPhone ? (
          <button type="button" className="setting-fold" aria-expanded={isOpen} onClick={fold}>
            {title}
            <ChevronIcon />
          </button>
        ) : (
          title
        )}
      </h2>
      <Form {...form.props} name={name} disabled={!may.allowed} hidden={isPhone && !isOpen}>
        <FormFields name="settings" fields={fields} below={stateOf} />
        {isWriter && fields.some((field) => field.name === 'company_details') && (
          <p className="muted">{t('settings.company.sensitive')}</p>
        )}
        <FormFailure text={form.failure} />
        {isWriter && (
          <Hint text={may.reason}>
            <Button type="primary" htmlType="submit" loading={form.sending} disabled={!form.draft.isDirty}>
              {t('actions.save')}
            </Button>
          </Hint>
        )}
      </Form>
      {form.question}
    </section>
  );
}

/** A phone opens the group that the address names, and any other beside it by hand. */
function useFold(isCurrent: boolean): { isOpen: boolean; fold: () => void } {
  const [state, setState] = useState({ isCurrent, isOpen: isCurrent });
  if (state.isCurrent !== isCurrent) setState({ isCurrent, isOpen: isCurrent });
  return { isOpen: state.isOpen, fold: () => setState({ isCurrent, isOpen: !state.isOpen }) };
}

/**
 * The form of a group. Each setting is saved by itself: only changed ones are sent, each with the version that was
 * edited. Untouched fields follow a colleague's changes.
 */
function useSettingForm({ name, fields: declared }: SettingGroup, settings: readonly Setting[]) {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const writes = useRowWrites('settings');
  const [schema] = useState(() => settingsSchema(declared));
  const fields = withRequired(declared, { schema }).map((field) => {
    const fallback = settings.find(({ key }) => key === field.name)?.fallback;
    return field.kind === 'text' && fallback != null ? { ...field, placeholder: fallback } : field;
  });
  const own = settings.filter(({ key }) => fields.some((field) => field.name === key));
  const form = useRowForm({
    resource: 'settings',
    name,
    row: rowOf(own),
    // A value stored under an older rule is not this person's mistake.
    declaration: { fields, schema, onlyChanged: fields.map((field) => field.name) },
    onBack: followOthers,
    save,
    onSaved: async () => {
      draft.compare();
      if (name === 'maintenance') return location.reload();
      notification.success({ message: t('settings.saved') });
    },
  });
  const { draft } = form;
  const onSettings = useEffectEvent(followOthers);
  useEffect(() => onSettings(), [settings]);

  function followOthers(): void {
    const { moved, base } = followed(fields, { typed: draft.typed(), base: draft.base(), now: rowOf(own) });
    for (const [place, value] of moved) draft.form.setFieldValue(place.split('.'), value);
    draft.follow(base);
  }

  async function save(input: RowValues): Promise<RowValues> {
    const sent = draft.typed();
    const stale: HttpError[] = [];
    for (const field of fields.filter(({ name: key }) => key in input)) {
      const { name: key } = field;
      try {
        const body = {
          key,
          value: input[key],
          updated_at: versionsOf(draft.base())[key],
        };
        const { data } = await writes.create(body);
        // As the server stored it, unless more was typed meanwhile.
        learn(data as unknown as Setting, { isShown: isSame(draft.form.getFieldValue(key), sent[key]) }); // typed by the contract
      } catch (error) {
        if (!(error instanceof HttpError) || error.code !== 'stale') throw refusedSetting(field, error);
        stale.push(error);
      }
    }
    if (stale.length > 0) throw staleTogether(stale, draft.base());
    return draft.base();
  }

  function learn(setting: Setting, { isShown }: { isShown: boolean }): void {
    draft.follow(withSettings(draft.base(), [setting]));
    if (isShown) draft.form.setFieldValue(setting.key, draft.asShown(draft.base())[setting.key]);
  }

  function onReset(setting: Setting): void {
    learn(setting, { isShown: true });
    draft.compare();
    if (setting.key === 'read_only') location.reload();
  }

  return { fields, own, form, onReset };
}

/** The route that saves the settings of a group; all of them need one permission. */
function routeOf({ fields: [field] }: SettingGroup) {
  if (!field) throw new Error('a group without settings');
  return saveSettingOf(field.name);
}

/** During maintenance only maintenance itself can be changed (DESIGN section 8). */
function useMayChange(group: SettingGroup): { allowed: boolean; reason: string | undefined } {
  const { session } = useAdmin();
  const route = routeOf(group);
  const may = useMay()(route);
  if (group.name !== 'maintenance') return may;
  const place = { held: session.permissions(), panelReadOnly: false };
  return accessToRoute(place, route).allowed ? { allowed: true, reason: undefined } : may;
}
