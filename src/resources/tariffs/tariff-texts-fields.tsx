import { Form, Input, Tabs } from 'antd';
import { type ChangeEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/kernel/primitives.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import { TextsMatrix, textParts } from '#web/resources/tariffs/texts-matrix.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

/** The texts of a tariff by language, the default one first; each tab shows whether texts are missing. */
export function TariffTextsFields({ name }: { name: string }) {
  const { t } = useTranslation();
  const { defaultLocale } = useAdmin().config;
  const tabs = [defaultLocale, ...locales.filter((locale) => locale !== defaultLocale)];
  const [open, setOpen] = useState<Locale>(defaultLocale);
  const form = Form.useFormInstance();

  /** Opens the tab of a field with a message. */
  function reveal(path: [string, Locale, string]): void {
    const [, locale] = path;
    const isWrong = (one: Locale) =>
      form.getFieldsError(textParts.map((part) => [name, one, part])).some(hasErrors);
    setOpen((now) => (isWrong(now) ? now : locale));
    if (String(form.getFieldsError().find(hasErrors)?.name) !== String(path)) return;
    requestAnimationFrame(() => form.focusField(path));
  }

  return (
    <>
      <p className="muted">{t('tariffs.form.textsHelp', { language: t(`languages.${defaultLocale}`) })}</p>
      <FormMatrix name={name} />
      <Tabs
        activeKey={open}
        onChange={(key) => setOpen(locales.find((locale) => locale === key) ?? defaultLocale)}
        items={tabs.map((locale) => ({
          key: locale,
          label: <TabLabel name={name} locale={locale} />,
          forceRender: true,
          children: (
            <TextFields
              name={name}
              locale={locale}
              isRequired={locale === defaultLocale}
              onWrong={(part) => reveal([name, locale, part])}
            />
          ),
        }))}
      />
    </>
  );
}

/** Which texts are missing, while some are. */
function FormMatrix({ name }: { name: string }) {
  const form = Form.useFormInstance();
  const translations: unknown = Form.useWatch(name, { form, preserve: true });
  const texts = new Map(Object.entries(translations ?? {}));
  const isWhole = locales.every((locale) => completeness(texts.get(locale)) === 'whole');
  return isWhole ? null : <TextsMatrix translations={translations} />;
}

function TabLabel({ name, locale }: { name: string; locale: Locale }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const state = completeness(Form.useWatch([name, locale], { form, preserve: true }));
  return (
    <>
      <span lang={locale}>{t(`languages.${locale}`)}</span>
      {state !== 'whole' && (
        <span className="count-badge">
          {t(state === 'none' ? 'tariffs.missing' : 'tariffs.form.incomplete')}
        </span>
      )}
    </>
  );
}

function TextFields({
  name,
  locale,
  isRequired,
  onWrong,
}: {
  name: string;
  locale: Locale;
  isRequired: boolean;
  onWrong: (part: string) => void;
}) {
  const { t } = useTranslation();
  const most = {
    name: limits.tariffName.max,
    subtitle: limits.tariffSubtitle.max,
    description: limits.tariffDescription.max,
  };
  return (
    <div className="tariff-texts" lang={locale}>
      {textParts.map((part) => (
        <Form.Item
          key={part}
          name={[name, locale, part]}
          label={t(`tariffs.fields.${part}`)}
          required={isRequired && part === 'name'}
        >
          <TextInput lines={part === 'description'} max={most[part]} onWrong={() => onWrong(part)} />
        </Form.Item>
      ))}
    </div>
  );
}

function TextInput({
  lines,
  max,
  onWrong,
  ...control
}: {
  id?: string;
  value?: string;
  onChange?: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  lines: boolean;
  max: number;
  onWrong: () => void;
}) {
  const { errors } = Form.Item.useStatus();
  const tell = useEffectEvent(onWrong);
  useEffect(() => {
    if (errors.length > 0) tell();
  }, [errors]);
  const count = { show: true, max };
  return lines ? (
    <Input.TextArea {...control} count={count} rows={6} />
  ) : (
    <Input {...control} count={count} autoComplete="off" />
  );
}

function hasErrors({ errors }: { errors: string[] }): boolean {
  return errors.length > 0;
}

/** Whether a language has all three texts, some, or none. */
function completeness(text: unknown): 'whole' | 'partial' | 'none' {
  const written = new Map(Object.entries(text ?? {}));
  const filled = textParts.filter((part) => String(written.get(part) ?? '').trim() !== '');
  if (filled.length === textParts.length) return 'whole';
  return filled.length > 0 ? 'partial' : 'none';
}
