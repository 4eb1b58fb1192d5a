import { Form, Input, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announcementLimits } from '#contract/clients/announcement.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import './announcements.css';

/** Title and text in each language, the default one first, and how customers of a language read it. */
export function TextFields({ name }: { name: string }) {
  const { t } = useTranslation();
  const { defaultLocale } = useAdmin().config;
  const form = Form.useFormInstance();
  const held: unknown = Form.useWatch([name], { form, preserve: true });
  const order = [defaultLocale, ...locales.filter((locale) => locale !== defaultLocale)];
  const missing = order.filter((locale) => isMissing(held, locale));
  return (
    <>
      {order.map((locale) => (
        <fieldset key={locale} className="announcement-text">
          <legend>{t(`languages.${locale}`)}</legend>
          <Form.Item
            name={[name, locale, 'title']}
            label={t('announcements.texts.title')}
            required={locale === defaultLocale}
          >
            <Input autoComplete="off" lang={locale} maxLength={announcementLimits.title.max} />
          </Form.Item>
          <Form.Item
            name={[name, locale, 'body']}
            label={t('announcements.texts.body')}
            required={locale === defaultLocale}
          >
            <Input.TextArea lang={locale} rows={3} maxLength={announcementLimits.body.max} />
          </Form.Item>
        </fieldset>
      ))}
      {missing.length > 0 && (
        <p className="muted">
          {t('announcements.missing', {
            languages: missing.map((locale) => t(`languages.${locale}`)).join(', '),
            language: t(`languages.${defaultLocale}`),
          })}
        </p>
      )}
      <Preview held={held} order={order} />
    </>
  );
}

function Preview({ held, order }: { held: unknown; order: readonly Locale[] }) {
  const { t } = useTranslation();
  const [first] = order;
  const [shown, setShown] = useState<Locale | undefined>(first);
  if (!first || !shown) return null;
  const locale = isMissing(held, shown) ? first : shown;
  return (
    <section className="announcement-preview" aria-label={t('announcements.preview')}>
      <Segmented
        size="small"
        value={shown}
        onChange={setShown}
        options={order.map((one) => ({ value: one, label: t(`languages.${one}`) }))}
      />
      <div className="announcement-shown" lang={locale}>
        <strong>{textIn(held, locale, 'title') || '…'}</strong>
        <p>{textIn(held, locale, 'body') || '…'}</p>
      </div>
    </section>
  );
}

function isMissing(held: unknown, locale: Locale): boolean {
  return textIn(held, locale, 'title').trim() === '' || textIn(held, locale, 'body').trim() === '';
}

/** A part of the text of a language, as the form or a row holds it. */
export function textIn(held: unknown, locale: Locale, part: 'title' | 'body'): string {
  const text: unknown = new Map(Object.entries(held ?? {})).get(locale);
  return String(new Map(Object.entries(text ?? {})).get(part) ?? '');
}
