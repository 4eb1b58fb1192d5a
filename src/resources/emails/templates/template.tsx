import { Segmented, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { type EmailKind, emailKinds } from '#contract/entities/email.ts';
import { emailTemplateApi } from '#contract/routes/panel/email-template.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { PanelNotFound } from '#web/ui/admin/kit/page/not-found.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { TabParts } from '#web/ui/admin/kit/page/tab-parts.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import { TemplateForm } from './template-form.tsx';
import './templates.css';

/** The words of one email in one language, with what they look like. */
export function Component() {
  const params = useParams();
  const kind = emailKinds.find((one) => one === params['kind']);
  const locale = locales.find((one) => one === params['locale']);
  if (!kind || !locale) return <PanelNotFound />;
  return <Template kind={kind} locale={locale} />;
}

function Template({ kind, locale }: { kind: EmailKind; locale: Locale }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { config } = useAdmin();
  const { data, error, refetch } = useRead(emailTemplateApi.emailTemplate, {
    params: { kind, locale },
    key: ['emailTemplates', kind, locale],
    staleTime: 0,
  });
  return (
    <>
      <TabParts tab="settings" />
      <Link to="/admin-panel/settings/email-templates" className="back-link">
        ← {t('emailTemplates.title')}
      </Link>
      <div className="list-head">
        <PageHeading title={t(`emails.values.kind.${kind}`)} />
        <Segmented<Locale>
          className="template-languages"
          aria-label={t('emails.fields.locale')}
          value={locale}
          onChange={(next) => void navigate(`/admin-panel/settings/email-templates/${kind}/${next}`)}
          options={config.locales.map((one) => ({
            value: one,
            label: t(`languages.${one}`),
          }))}
        />
      </div>
      {error && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && !error && (
        <TemplateForm
          key={`${kind} ${locale} ${data.updated_at}`}
          template={data}
          onChange={() => void refetch()}
        />
      )}
    </>
  );
}
