import { Segmented, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewedEmail } from '#contract/panel/email-template.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { ReferenceSelect } from '#web/ui/admin/form/controls/reference-select.tsx';
import { useIsListed } from '#web/ui/admin/resource/admin-context.ts';
import { EmailCopy } from '#web/resources/emails/email-copy.tsx';
import type { EmailLook } from '#web/resources/emails/email-styles.ts';
import '#web/resources/emails/email-show.css';

const forms = ['html', 'text'] as const;
const widths = ['wide', 'narrow'] as const;
const themes = ['light', 'dark'] as const;

/** An email as mail programs show it: on a desk or a phone, light or dark, or as text alone. */
export function TemplatePreview({
  preview,
  locale,
  clientId,
  onClient,
}: {
  preview: PreviewedEmail | null;
  locale: Locale;
  /** Whose values are shown; null: examples. */
  clientId: string | null;
  onClient: (id: string | null) => void;
}) {
  const { t } = useTranslation();
  const [form, setForm] = useState<Look['form']>('html');
  const [width, setWidth] = useState<Look['width']>('wide');
  const [theme, setTheme] = useState<Look['theme']>('light');
  const mayChoose = useIsListed('clients');
  const looks = useMemo<EmailLook[]>(
    () => [
      ...(theme === 'dark' ? (['dark'] as const) : []),
      ...(width === 'narrow' ? (['narrow'] as const) : []),
    ],
    [theme, width],
  );
  return (
    <section className="panel" aria-labelledby="template-preview">
      <div className="panel-head">
        <h2 id="template-preview">{t('emailTemplates.preview.title')}</h2>
        <Looks look={{ form, width, theme }} onForm={setForm} onWidth={setWidth} onTheme={setTheme} />
      </div>
      {mayChoose && (
        <div className="template-client">
          <ReferenceSelect
            mode="one"
            resource="clients"
            label={t('emailTemplates.preview.client')}
            placeholder={t('emailTemplates.preview.examples')}
            value={clientId}
            onChange={onClient}
          />
        </div>
      )}
      {!preview && <Skeleton active paragraph={{ rows: 8 }} />}
      {preview && (
        <>
          <p className="template-subject" lang={locale}>
            <strong>{preview.subject}</strong>
          </p>
          {form === 'html' ? (
            <div className={`template-mail template-mail-${width}`}>
              <EmailCopy html={preview.html} locale={locale} looks={looks} />
            </div>
          ) : (
            <pre className="email-text" lang={locale}>
              {preview.text}
            </pre>
          )}
        </>
      )}
    </section>
  );
}

interface Look {
  form: (typeof forms)[number];
  width: (typeof widths)[number];
  theme: (typeof themes)[number];
}

function Looks({
  look: { form, width, theme },
  onForm,
  onWidth,
  onTheme,
}: {
  look: Look;
  onForm: (form: Look['form']) => void;
  onWidth: (width: Look['width']) => void;
  onTheme: (theme: Look['theme']) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="template-looks">
      <Segmented
        size="small"
        value={form}
        onChange={onForm}
        options={forms.map((value) => ({
          value,
          label: t(`emails.look.${value}`),
        }))}
      />
      {form === 'html' && (
        <>
          <Segmented
            size="small"
            value={width}
            onChange={onWidth}
            options={widths.map((value) => ({
              value,
              label: t(`emailTemplates.preview.${value}`),
            }))}
          />
          <Segmented
            size="small"
            value={theme}
            onChange={onTheme}
            options={themes.map((value) => ({
              value,
              label: t(`emailTemplates.preview.${value}`),
            }))}
          />
        </>
      )}
    </div>
  );
}
