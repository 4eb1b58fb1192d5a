import { useInvalidate } from '@refinedev/core';
import { App, Button, Segmented } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { adminApi } from '#contract/admin-api.ts';
import type { EmailDetails, EmailRow } from '#contract/email.ts';
import { errorText } from '#web/providers/i18n.ts';
import { ForecastList } from '#web/resources/clients/forecast-list.tsx';
import { EmailCopy } from '#web/resources/emails/email-copy.tsx';
import { EmailState } from '#web/resources/emails/email-cells.tsx';
import { emailResource } from '#web/resources/emails/email-resource.tsx';
import { useAdmin, useMay } from '#web/ui/admin-context.ts';
import { showPath } from '#web/ui/define-resource.ts';
import { Hint } from '#web/ui/hint.tsx';
import { RetryIcon } from '#web/ui/icons.tsx';
import { Permitted } from '#web/ui/permitted.tsx';
import { ResourceFacts, ResourceShow } from '#web/ui/resource-show.tsx';

export function Component() {
  return (
    <Permitted to="settings.read">
      <ResourceShow<EmailRow, EmailDetails>
        resource={emailResource}
        refetchInterval={({ status }) => (status === 'queued' ? 3000 : false)}
      >
        {(email) => <EmailPage email={email} />}
      </ResourceShow>
    </Permitted>
  );
}

function EmailPage({ email }: { email: EmailDetails }) {
  const { t } = useTranslation();
  const [look, setLook] = useState<'html' | 'text'>('html');
  return (
    <article>
      <header className="show-head">
        <div>
          <h1>{email.subject}</h1>
          <p className="show-subtitle">
            <EmailState status={email.status} />
            <a href={`mailto:${email.to}`}>{email.to}</a>
            {email.client_id && (
              <Link to={`/admin-panel/clients/show/${email.client_id}`}>{t('emails.client')}</Link>
            )}
          </p>
        </div>
        <div className="show-actions">
          <ResendButton id={email.id} />
        </div>
      </header>
      <div className="panels panels-email">
        <ResourceFacts<EmailRow, EmailDetails>
          resource={emailResource}
          row={email}
          title={t('emails.parts.delivery')}
          fields={[
            'sender',
            'reply_to',
            'kind',
            'locale',
            'reason',
            'attempts',
            'error',
            'created_at',
            'sent_at',
          ]}
        >
          {email.client_id && <WhatComesNext next={email.next} />}
        </ResourceFacts>
        <section className="panel">
          <div className="panel-head">
            <h2>{t('emails.parts.copy')}</h2>
            <Segmented<'html' | 'text'>
              size="small"
              aria-label={t('emails.parts.copy')}
              value={look}
              onChange={setLook}
              options={[
                { value: 'html', label: t('emails.look.html') },
                { value: 'text', label: t('emails.look.text') },
              ]}
            />
          </div>
          {look === 'html' ? (
            <EmailCopy html={email.html} locale={email.locale} />
          ) : (
            <pre className="email-text" lang={email.locale}>
              {email.text}
            </pre>
          )}
          <p className="muted">{t('emails.hidden')}</p>
        </section>
      </div>
    </article>
  );
}

/** What will happen to the mail's client by itself, and the rule that says so. */
function WhatComesNext({ next }: Pick<EmailDetails, 'next'>) {
  const { t } = useTranslation();
  return (
    <>
      <h2>{t('clients.forecast.title')}</h2>
      {next ? <ForecastList entries={[next]} /> : <p className="muted">{t('clients.forecast.none')}</p>}
    </>
  );
}

function ResendButton({ id }: { id: string }) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [isSending, setSending] = useState(false);
  const running = useRef(false);
  const may = useMay()('settings.write', { write: true });

  async function resend(): Promise<void> {
    if (running.current) return;
    running.current = true;
    setSending(true);
    try {
      const { data } = await http.call(adminApi.resendEmail, { params: { id } });
      notification.success({ message: t('emails.resent') });
      await invalidate({ resource: 'emails', invalidates: ['list'] });
      await navigate(showPath(emailResource, data.id));
    } catch (error) {
      notification.error({ message: t('errors.title'), description: errorText(error) });
    } finally {
      running.current = false;
      setSending(false);
    }
  }

  return (
    <Hint text={may.reason ?? t('emails.resendHelp')}>
      <Button icon={<RetryIcon />} disabled={!may.allowed} loading={isSending} onClick={() => void resend()}>
        {t('emails.resend')}
      </Button>
    </Hint>
  );
}
