import { Button, Form, Input } from 'antd';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogueDescription, catalogueName } from '#contract/catalogue/names.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';

/** The names of a metric or an own field in a form. */
export const namesField: FormField = {
  name: 'translations',
  group: 'names',
  kind: 'part',
  part: NamesFields,
  places: locales.map((locale) => `${locale}.name`),
  typed: namesOf,
  sent: (typed) => typed,
  labelOf: (t, place) => t(declaredKey(`languages.${place.split('.')[0]}`)),
};

/** The names of a feature, each with a sentence on what it is. */
export const describedNamesField: FormField = {
  ...namesField,
  part: DescribedNamesFields,
  places: locales.flatMap((locale) => [`${locale}.name`, `${locale}.description`]),
  typed: (translations) => {
    const given = new Map(Object.entries(translations ?? {}));
    return Object.fromEntries(
      locales.map((locale) => [locale, { name: '', description: '', ...given.get(locale) }]),
    );
  },
  labelOf(t, place) {
    const [locale, part] = place.split('.');
    const language = t(declaredKey(`languages.${locale}`));
    return part === 'description' ? t('features.description', { language }) : language;
  },
};

/** The name in every language, empty where there is none. */
export function namesOf(translations: unknown): object {
  const given = new Map(Object.entries(translations ?? {}));
  return Object.fromEntries(locales.map((locale) => [locale, { name: '', ...given.get(locale) }]));
}

function DescribedNamesFields({ name }: { name: string }) {
  return <NamesFields name={name} isDescribed />;
}

/** A name in each language, the default one first; what is missing is marked, and can be filled from the default. */
function NamesFields({ name, isDescribed = false }: { name: string; isDescribed?: boolean }) {
  const { t } = useTranslation();
  const { defaultLocale } = useAdmin().config;
  const form = Form.useFormInstance();
  const held: unknown = Form.useWatch([name], { form, preserve: true });
  const order = [defaultLocale, ...locales.filter((locale) => locale !== defaultLocale)];
  const given = nameIn(held, defaultLocale);
  const missing = order.filter((locale) => nameIn(held, locale) === '');
  const canFill = given !== '' && missing.length > 0;
  return (
    <>
      {order.map((locale) => (
        <Fragment key={locale}>
          <Form.Item
            name={[name, locale, 'name']}
            label={t(`languages.${locale}`)}
            required={locale === defaultLocale}
            extra={missing.includes(locale) && locale !== defaultLocale && t('metrics.missing')}
          >
            <Input autoComplete="off" lang={locale} maxLength={catalogueName.max} />
          </Form.Item>
          {isDescribed && (
            <Form.Item
              name={[name, locale, 'description']}
              label={t('features.description', { language: t(`languages.${locale}`) })}
              extra={locale === defaultLocale && t('features.help.description')}
            >
              <Input autoComplete="off" lang={locale} maxLength={catalogueDescription.max} />
            </Form.Item>
          )}
        </Fragment>
      ))}
      <Button
        disabled={!canFill}
        onClick={() => {
          for (const locale of missing) form.setFieldValue([name, locale, 'name'], given);
        }}
      >
        {t('metrics.copy', { language: t(`languages.${defaultLocale}`) })}
      </Button>
    </>
  );
}

function nameIn(held: unknown, locale: Locale): string {
  const text: unknown = new Map(Object.entries(held ?? {})).get(locale);
  return String(new Map(Object.entries(text ?? {})).get('name') ?? '').trim();
}
