import { Alert, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type EmailDetails, emailStateOf } from '#contract/entities/email.ts';
import { forecastLines } from '#web/resources/clients/subscription/forecast-lines.ts';
import { ForecastList } from '#web/resources/clients/subscription/forecast-list.tsx';
import { DismissEmail, MendAddress, ResendEmail } from '#web/ui/admin/actions/email-actions.tsx';
import { EmailCopy } from '#web/resources/emails/email-copy.tsx';
import { MailServerHelp } from '#web/resources/emails/mail-server-help.tsx';
import { EmailState } from '#web/resources/emails/email-cells.tsx';
import type { ShowDeclaration } from '#web/ui/admin/resource/define-resource.ts';
import './email-show.css';

/** An email: its delivery, and its stored copy. */
export const emailShow: ShowDeclaration<EmailDetails> = {
  lookEvery: ({ status }) => (status === 'queued' ? 3000 : false),
  subtitle: Recipient,
  actions: ({ row }) => (
    <>
      {emailStateOf(row) === 'failed' && (
        <>
          <MendAddress email={row} isButton />
          <DismissEmail id={row.id} />
        </>
      )}
      <ResendEmail email={row} />
    </>
  ),
  parts: [
    { part: NoMailServer },
    {
      group: 'delivery',
      fields: [
        'sender',
        'reply_to',
        'kind',
        'locale',
        'reason',
        'attempts',
        'error',
        'created_at',
        'sent_at',
        'dealt_with_at',
      ],
      ifGiven: ['reply_to', 'error', 'sent_at', 'dealt_with_at'],
      below: ({ row }) => row.client_id && <WhatComesNext next={row.next} />,
    },
    { part: KeptCopy },
  ],
};

function Recipient({ row }: { row: EmailDetails }) {
  const { to, client_id, client_name } = row;
  const { t } = useTranslation();
  return (
    <>
      <EmailState email={row} />
      <a href={`mailto:${to}`}>{to}</a>
      {client_id && (
        <Link to={`/admin-panel/clients/show/${client_id}`}>{client_name ?? t('emails.client')}</Link>
      )}
    </>
  );
}

/** Why nobody got it. */
function NoMailServer({ row: { status } }: { row: EmailDetails }) {
  const { t } = useTranslation();
  if (status !== 'only_logged') return null;
  const message = (
    <>
      {t('emails.noMailServer')} <MailServerHelp />
    </>
  );
  return <Alert type="warning" showIcon message={message} className="email-no-server" />;
}

function KeptCopy({ row: { html, text, locale, link } }: { row: EmailDetails }) {
  const { t } = useTranslation();
  const [look, setLook] = useState<'html' | 'text'>('html');
  return (
    <section className="panel email-panel">
      <div className="panel-head">
        <h2>{t('emails.parts.copy')}</h2>
        <Segmented<'html' | 'text'>
          size="small"
          aria-label={t('emails.parts.copy')}
          value={look}
          onChange={setLook}
          options={(['html', 'text'] as const).map((value) => ({ value, label: t(`emails.look.${value}`) }))}
        />
      </div>
      {look === 'html' ? (
        <EmailCopy html={html} locale={locale} />
      ) : (
        <pre className="email-text" lang={locale}>
          {text}
        </pre>
      )}
      {link && <p className="muted">{t(`emails.link.${link}`)}</p>}
    </section>
  );
}

/** What happens to the email's client next, and the rule for it. */
function WhatComesNext({ next }: Pick<EmailDetails, 'next'>) {
  const { t } = useTranslation();
  return (
    <>
      <h2>{t('clients.forecast.title')}</h2>
      {next ? (
        <ForecastList lines={forecastLines([next])} />
      ) : (
        <p className="muted">{t('clients.forecast.none')}</p>
      )}
    </>
  );
}
