import { Segmented, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewedEmail } from '#contract/panel/email-template.ts';
import type { Locale } from '#contract/variants.ts';
import { EmailCopy } from '#web/resources/emails/email-copy.tsx';
import type { EmailLook } from '#web/resources/emails/email-styles.ts';
import '#web/resources/emails/email-show.css';

const forms = ['html', 'text'] as const;
const widths = ['wide', 'narrow'] as const;
const themes = ['light', 'dark'] as const;

/** An email as mail programs show it: on a desk or a phone, light or dark, or as text alone. */
export function TemplatePreview({ preview, locale }: { preview: PreviewedEmail | null; locale: Locale }) {
  const { t } = useTranslation();
  const [form, setForm] = useState<(typeof forms)[number]>('html');
  const [width, setWidth] = useState<(typeof widths)[number]>('wide');
  const [theme, setTheme] = useState<(typeof themes)[number]>('light');
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
        <div className="template-looks">
          <Segmented
            size="small"
            value={form}
            onChange={setForm}
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
                onChange={setWidth}
                options={widths.map((value) => ({
                  value,
                  label: t(`emailTemplates.preview.${value}`),
                }))}
              />
              <Segmented
                size="small"
                value={theme}
                onChange={setTheme}
                options={themes.map((value) => ({
                  value,
                  label: t(`emailTemplates.preview.${value}`),
                }))}
              />
            </>
          )}
        </div>
      </div>
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
