import { Form, Input, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/primitives.ts';
import { type Locale, locales } from '#contract/variants.ts';
import { completeness, type TariffForm } from '#web/resources/tariffs/tariff-form-input.ts';
import { useAdmin } from '#web/ui/admin-context.ts';

/** The texts of a tariff by language, the default one first; each tab says what is missing. */
export function TariffTextsFields({ open, onOpen }: { open: Locale; onOpen: (locale: Locale) => void }) {
  const { t } = useTranslation();
  const { config } = useAdmin();
  const { defaultLocale } = config;
  const tabs = [defaultLocale, ...locales.filter((locale) => locale !== defaultLocale)];
  return (
    <section className="panel panel-wide" aria-labelledby="tariff-texts">
      <h2 id="tariff-texts">{t('tariffs.parts.texts')}</h2>
      <p className="muted">{t('tariffs.form.textsHelp', { language: t(`languages.${defaultLocale}`) })}</p>
      <Tabs
        activeKey={open}
        onChange={(key) => onOpen(locales.find((locale) => locale === key) ?? defaultLocale)}
        items={tabs.map((locale) => ({
          key: locale,
          label: <TabLabel locale={locale} />,
          forceRender: true,
          children: <TextFields locale={locale} isRequired={locale === defaultLocale} />,
        }))}
      />
    </section>
  );
}

function TabLabel({ locale }: { locale: Locale }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<TariffForm>();
  const state = completeness(Form.useWatch(['translations', locale], { form, preserve: true }));
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

function TextFields({ locale, isRequired }: { locale: Locale; isRequired: boolean }) {
  const { t } = useTranslation();
  const path = (part: string) => ['translations', locale, part];
  return (
    <div className="tariff-texts" lang={locale}>
      <Form.Item name={path('name')} label={t('tariffs.fields.name')} required={isRequired}>
        <Input count={{ show: true, max: limits.tariffName.max }} autoComplete="off" />
      </Form.Item>
      <Form.Item name={path('subtitle')} label={t('tariffs.fields.subtitle')}>
        <Input count={{ show: true, max: limits.tariffSubtitle.max }} autoComplete="off" />
      </Form.Item>
      <Form.Item name={path('description')} label={t('tariffs.fields.description')}>
        <Input.TextArea count={{ show: true, max: limits.tariffDescription.max }} rows={6} />
      </Form.Item>
    </div>
  );
}
