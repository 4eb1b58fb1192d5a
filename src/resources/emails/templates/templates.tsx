import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TemplateOverview, TemplateState } from '#contract/panel/email-template.ts';
import { emailTemplateApi } from '#contract/routes/panel/email-template.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { TabParts } from '#web/ui/admin/kit/page/tab-parts.tsx';
import { StateTag, type Tone } from '#web/ui/admin/kit/state-tag.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import './templates.css';

/** Which emails to customers have own words, in which languages (GROWTH section 19). */
export function Component() {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead(emailTemplateApi.emailTemplates, {
    key: ['emailTemplates'],
    staleTime: 0,
  });
  return (
    <>
      <TabParts tab="settings" />
      <div className="list-head">
        <PageHeading title={t('emailTemplates.title')} />
      </div>
      <p className="muted">{t('emailTemplates.about')}</p>
      {error && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && !error && <Matrix kinds={data} />}
    </>
  );
}

/** What is built in is as it should be: a dot marks what differs. */
const tones: Record<Exclude<TemplateState, 'built_in'>, Tone> = {
  missing: 'warning',
  changed: 'good',
  outdated: 'warning',
  broken: 'bad',
};

function Matrix({ kinds }: { kinds: readonly TemplateOverview[] }) {
  const { t } = useTranslation();
  const { locales } = useAdmin().config;
  return (
    <table className="panel template-matrix">
      <thead>
        <tr>
          <th scope="col">{t('emailTemplates.kind')}</th>
          {locales.map((locale) => (
            <th key={locale} scope="col">
              {t(`languages.${locale}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ kind, states }) => (
          <tr key={kind}>
            <th scope="row">{t(`emails.values.kind.${kind}`)}</th>
            {locales.map((locale) => (
              <td key={locale}>
                <Link
                  className={`template-state template-state-${states[locale]}`}
                  data-language={t(`languages.${locale}`)}
                  to={`/admin-panel/settings/email-templates/${kind}/${locale}`}
                  aria-label={`${t(`emails.values.kind.${kind}`)}, ${t(`languages.${locale}`)}: ${t(`emailTemplates.states.${states[locale]}`)}`}
                >
                  {states[locale] === 'built_in' ? (
                    t('emailTemplates.states.built_in')
                  ) : (
                    <StateTag
                      tone={tones[states[locale]]}
                      word={t(`emailTemplates.states.${states[locale]}`)}
                    />
                  )}
                </Link>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
