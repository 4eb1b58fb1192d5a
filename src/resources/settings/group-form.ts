import { App, Form } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminSettingsApi } from '#contract/admin-settings-api.ts';
import { type Setting, settingInput, type SettingKey } from '#contract/settings.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { errorText } from '#web/providers/i18n.ts';
import {
  type Fields,
  fieldsOf,
  groupSchema,
  placesOf,
  refusedSetting,
  type SettingGroup,
  type SettingKind,
  typedSetting,
} from '#web/resources/settings/general-groups.ts';
import {
  followed,
  type Known,
  knownOf,
  knownSetting,
  settingDifferences,
} from '#web/resources/settings/setting-versions.ts';
import type { StaleSetting } from '#web/resources/settings/stale-settings.tsx';
import { useAdmin } from '#web/ui/admin-context.ts';
import { isSame } from '#web/ui/form/form-draft.ts';
import { useKeptDraft } from '#web/ui/form/kept-draft.ts';
import { useSubmit } from '#web/ui/form/use-submit.ts';

export interface GroupProps {
  group: SettingGroup;
  settings: readonly Setting[];
  onDirty: (isDirty: boolean) => void;
  onSaved: () => void;
  /** The panel itself has changed. */
  onReload: () => void;
}

/**
 * Saves and resets the settings of a form, each for itself: only what was typed is sent, with the version that it was
 * typed over. Where nobody has typed, the form follows a colleague; where both have, `stale` holds what to choose from.
 */
export function useGroupForm({ group, settings, onDirty, onSaved, onReload }: GroupProps) {
  const { t } = useTranslation();
  const { auth, http } = useAdmin();
  const { notification } = App.useApp();
  const [form] = Form.useForm<Record<string, unknown>>();
  const fields = fieldsOf(group);
  const latest = knownOf(fields, settings);
  const initial = Object.fromEntries(fields.map(([key]) => [key, latest[key]?.typed]));
  const [stale, setStale] = useState<StaleSetting[]>([]);
  const [staleReset, setStaleReset] = useState<StaleSetting | null>(null);
  // What the form was last in step with: only what differs from it was typed here.
  const knownRef = useKeptDraft<Record<string, unknown>, Known>({
    name: group.name,
    form,
    initial,
    base: latest,
    onBack: () => {
      follow();
      onDirty(true);
    },
  });
  const onSettings = useEffectEvent(follow);
  useEffect(() => onSettings(), [settings]);
  const {
    submit: check,
    sending,
    failure,
  } = useSubmit({
    form,
    schema: groupSchema(fields).partial(),
    fields: placesOf(fields).map(({ name }) => name),
    send,
  });

  /** What was stored under an older rule is nobody's mistake here. */
  function submit(values: Readonly<Record<string, unknown>>): void {
    check(Object.fromEntries(fields.flatMap(([key]) => (isTyped(key) ? [[key, values[key]]] : []))));
  }

  async function send(values: Readonly<Record<string, unknown>>): Promise<void> {
    const typed: Readonly<Record<string, unknown>> = form.getFieldsValue(true);
    const found: StaleSetting[] = [];
    for (const field of fields.filter(([key]) => key in values)) {
      const [key] = field;
      try {
        const other = await save(field, values[key]);
        if (other) found.push(other);
        // As the server keeps it, unless more was typed meanwhile.
        else if (isSame(form.getFieldValue(key), typed[key])) showKnown(key);
      } catch (error) {
        onSaved();
        throw refusedSetting(key, error);
      }
    }
    if (found.length > 0) {
      setStale(found);
      return onSaved();
    }
    onDirty(fields.some(([key]) => isTyped(key)));
    if (group.name === 'maintenance') return onReload();
    notification.success({ message: t('settings.saved') });
    onSaved();
  }

  /** What a colleague has changed meanwhile, if there is anything to choose; with nothing to choose it is sent again. */
  async function save(field: Fields[number], value: unknown): Promise<StaleSetting | undefined> {
    const [key, kind] = field;
    const known = knownRef.current[key];
    const mine = typedSetting(kind, value);
    if (isSame(mine, known?.typed)) return undefined;
    try {
      const body = settingInput.parse({ key, value, updated_at: known?.version });
      learn(kind, (await http.call(adminSettingsApi.saveSetting, { body })).data);
      return undefined;
    } catch (error) {
      if (!isStale(error)) throw error;
      const theirs = theirsOf(error, field, { base: known?.typed, mine });
      if (theirs.differences.length > 0) return theirs;
      learn(kind, theirs.current);
      return save(field, value);
    }
  }

  function takeTheirs(names: string[]): void {
    for (const { current, differences } of stale) {
      for (const { field, mine, theirs } of differences) {
        // One's own too: what nobody had typed here has followed the colleague by now.
        form.setFieldValue(field.name.split('.'), names.includes(field.name) ? theirs : mine);
        learn(field.kind, current);
      }
    }
    setStale([]);
    form.submit();
  }

  function follow(): void {
    const { typed, known } = followed(form.getFieldsValue(true), knownRef.current, latest);
    form.setFieldsValue(typed as Parameters<typeof form.setFieldsValue>[0]); // values, whatever they are
    knownRef.current = known;
  }

  function learn(kind: SettingKind, setting: Setting): void {
    knownRef.current = { ...knownRef.current, [setting.key]: knownSetting(kind, setting) };
  }

  function showKnown(key: SettingKey): void {
    form.setFieldValue(key, knownRef.current[key]?.typed);
  }

  function isTyped(key: SettingKey): boolean {
    return !isSame(form.getFieldValue(key), knownRef.current[key]?.typed);
  }

  /** Back to the default; what a colleague has made of it since `seen` is asked about. */
  async function reset(setting: Setting, seen = knownRef.current[setting.key]): Promise<void> {
    const { id, key } = setting;
    const field = fields.find(([name]) => name === key);
    if (!field) return;
    try {
      const query = { updated_at: seen?.version ?? setting.updated_at ?? undefined };
      const { data } = await http.call(adminSettingsApi.resetSetting, { params: { id }, query });
      setStaleReset(null);
      if (key === 'read_only') return onReload();
      learn(field[1], data);
      showKnown(key);
      onDirty(fields.some(([name]) => isTyped(name)));
      notification.success({ message: t('settings.reset.done', { name: t(`settings.keys.${key}`) }) });
      onSaved();
    } catch (error) {
      const mine = typedSetting(field[1], setting.default);
      if (isStale(error)) return askToReset(theirsOf(error, field, { base: seen?.typed, mine }));
      await auth.onError(error);
      notification.error({ message: t('errors.title'), description: errorText(error) });
    }
  }

  async function askToReset(theirs: StaleSetting): Promise<void> {
    if (theirs.differences.length === 0) return resetAnyway(theirs);
    setStaleReset(theirs);
    onSaved();
  }

  function resetAnyway({ current }: StaleSetting): Promise<void> {
    return reset(current, knownOf(fields, [current])[current.key]);
  }

  return {
    form,
    initial,
    submit,
    sending,
    failure,
    reset,
    stale,
    takeTheirs,
    dismissStale: () => setStale([]),
    staleReset,
    resetAnyway,
    dismissReset: () => setStaleReset(null),
  };
}

function isStale(error: unknown): error is HttpError {
  return error instanceof HttpError && error.code === 'stale';
}

/** What a colleague has made of a setting, where it differs from `base` and from `mine`. */
function theirsOf(
  { current: answered, changedBy }: HttpError,
  field: Fields[number],
  { base, mine }: { base: unknown; mine: unknown },
): StaleSetting {
  const current = answered as Setting; // the server's answer follows the contract
  const theirs = typedSetting(field[1], current.value);
  return { current, changedBy, differences: settingDifferences(field, { base, mine, theirs }) };
}
