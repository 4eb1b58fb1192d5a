import { Button, Form, Input, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#contract/permissions.ts';
import type { Setting, SettingKey } from '#contract/settings.ts';
import { locales } from '#contract/variants.ts';
import { DefaultTariff } from '#web/resources/settings/default-tariff.tsx';
import { companyLines, fieldsOf, type SettingGroup } from '#web/resources/settings/general-groups.ts';
import { type GroupProps, useGroupForm } from '#web/resources/settings/group-form.ts';
import { StaleReset, StaleSettings } from '#web/resources/settings/stale-settings.tsx';
import { useAdmin, useMay } from '#web/ui/admin-context.ts';
import { Hint } from '#web/ui/hint.tsx';
import '#web/ui/form/form-parts.css';
import './settings.css';

/** One group of the general settings; only what was changed is sent. */
export function GeneralForm(props: GroupProps) {
  const { group, settings, onDirty } = props;
  const { t } = useTranslation();
  const may = useMayChange(group);
  const isWriter = useMay()('settings.write', { write: false }).allowed;
  const fields = fieldsOf(group);
  const { form, initial, submit, sending, failure, ...versions } = useGroupForm(props);
  const { reset, resetAnyway, stale, takeTheirs, dismissStale, staleReset, dismissReset } = versions;

  return (
    <section
      className={isWide(group) ? 'panel panel-wide setting-group' : 'panel setting-group'}
      aria-labelledby={`settings-${group.name}`}
    >
      <h2 id={`settings-${group.name}`}>{t(`settings.groups.${group.name}`)}</h2>
      <Form
        form={form}
        name={group.name}
        layout="vertical"
        disabled={!may.allowed}
        initialValues={initial}
        onValuesChange={() => onDirty(true)}
        onFinish={submit}
      >
        {fields.map(([key, kind]) => {
          const label = t(`settings.keys.${key}`);
          const setting = settingOf(key);
          const state = setting && (
            <SettingState setting={setting} mayReset={may.allowed} onReset={() => void reset(setting)} />
          );
          if (kind === 'texts') return <Texts key={key} name={key} state={state} />;
          if (kind === 'company') return <CompanyLines key={key} name={key} state={state} />;
          return kind === 'switch' ? (
            <div key={key} className="setting-field">
              <label className="setting-switch">
                <Form.Item name={key} valuePropName="checked" noStyle>
                  <Switch />
                </Form.Item>
                {label}
              </label>
              <Below name={key}>{state}</Below>
            </div>
          ) : (
            <Form.Item key={key} name={key} label={label} extra={<Below name={key}>{state}</Below>}>
              {kind === 'tariff' ? (
                <DefaultTariff />
              ) : (
                <Input
                  autoComplete="off"
                  {...(setting?.fallback != null && { placeholder: setting.fallback })}
                  {...(kind === 'count' && { inputMode: 'numeric', className: 'short-input' })}
                />
              )}
            </Form.Item>
          );
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
      {stale.length > 0 && <StaleSettings stale={stale} onChosen={takeTheirs} onClose={dismissStale} />}
      {staleReset && <StaleReset stale={staleReset} onReset={resetAnyway} onClose={dismissReset} />}
    </section>
  );

  function settingOf(key: SettingKey): Setting | undefined {
    return settings.find((setting) => setting.key === key);
  }
}

function Texts({ name, state }: { name: SettingKey; state: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div role="group" aria-labelledby={`settings-${name}`}>
      <div id={`settings-${name}`}>{t(`settings.keys.${name}`)}</div>
      <Below name={name}>{state}</Below>
      <div className="setting-texts">
        {locales.map((locale) => (
          <Form.Item
            key={locale}
            name={[name, locale]}
            label={<span lang={locale}>{t(`languages.${locale}`)}</span>}
          >
            <Input.TextArea lang={locale} rows={3} />
          </Form.Item>
        ))}
      </div>
    </div>
  );
}

/** What stands on proforma invoices. */
function CompanyLines({ name, state }: { name: SettingKey; state: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <Below name={name}>{state}</Below>
      <div className="setting-texts">
        {companyLines.map((line) => (
          <Form.Item key={line} name={[name, line]} label={t(`settings.company.${line}`)}>
            {line === 'address' ? <Input.TextArea rows={2} /> : <Input autoComplete="off" />}
          </Form.Item>
        ))}
      </div>
    </>
  );
}

/** What a setting does, and whether it is its default. */
function Below({ name, children }: { name: SettingKey; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="setting-below">
      <span className="muted">{t(`settings.help.${name}`)}</span>
      {children}
    </div>
  );
}

function SettingState({
  setting,
  mayReset,
  onReset,
}: {
  setting: Setting;
  mayReset: boolean;
  onReset: () => void;
}) {
  const { t } = useTranslation();
  const { key } = setting;
  if (setting.is_default) return <span className="setting-state">{t('settings.isDefault')}</span>;
  return (
    <span className="setting-state">
      <span>
        {t('settings.default')}: {defaultText()}
      </span>
      {mayReset && (
        <Button
          type="link"
          size="small"
          aria-label={`${t(`settings.keys.${key}`)}: ${t('settings.reset.go')}`}
          onClick={onReset}
        >
          {t('settings.reset.go')}
        </Button>
      )}
    </span>
  );

  function defaultText(): string {
    if (key === 'default_tariff_id') return t('settings.cheapest');
    if (typeof setting.default === 'boolean') return t(setting.default ? 'list.yes' : 'list.no');
    if (Array.isArray(setting.default)) return setting.default.join(', ');
    if (typeof setting.default === 'number') return String(setting.default);
    return setting.fallback ?? t('settings.none');
  }
}

function isWide({ name }: SettingGroup): boolean {
  return name === 'mails' || name === 'company';
}

/** Maintenance leaves one thing to change: its own end (DESIGN section 8). */
function useMayChange({ name }: SettingGroup): { allowed: boolean; reason: string | undefined } {
  const { session } = useAdmin();
  const may = useMay()('settings.write', { write: true });
  if (name !== 'maintenance') return may;
  const { allowed } = can(session.permissions(), 'settings.write', { write: true });
  return allowed ? { allowed, reason: undefined } : may;
}
