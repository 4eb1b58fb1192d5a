import { useInvalidate } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TimelineRow } from '#contract/clients/timeline.ts';
import type { EmailRow } from '#contract/entities/email.ts';
import { MendAddress, ResendEmail } from '#web/ui/admin/actions/email-actions.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { documentTones, StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import { useIsListed } from '#web/ui/admin/resource/admin-context.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import { ChangedValues, type NamedRow } from './changed-values.tsx';

/** One thing that happened: what, who, when, and what is known about it. */
export function TimelineEntry({
  row,
  clientId,
  known,
  pageOf,
}: {
  row: TimelineRow;
  clientId: string;
  /** Whose ids changes may have, with their names. */
  known: readonly NamedRow[];
  /** Whose page it is: nothing there links to itself. */
  pageOf: string;
}) {
  const { t } = useTranslation();
  const { kind, at, person, actor_kind, title, details } = row;
  const { amount, balance_after, service, error, text, device, as_client, changes, people } = details;
  return (
    <li className={isWaiting(row) ? 'timeline-row timeline-waits' : 'timeline-row'}>
      <div className="timeline-head">
        <strong>{useVerb(row)}</strong>
        {amount !== null && <Money minorUnits={amount} />}
        <State row={row} />
        <span className="muted timeline-when">
          <Moment iso={at} />
        </span>
      </div>
      <p className="timeline-about">
        {row.link?.id !== pageOf && <Title row={row} title={title} />}
        {service !== null && (
          <span className="muted">{t(declaredKey(`ledger.values.service.${service}`))}</span>
        )}
        {balance_after !== null && (
          <span className="muted">
            {t('clients.timeline.balance')} <Money minorUnits={balance_after} isBalance />
          </span>
        )}
        {kind !== 'email' && (
          <span className="muted">{person?.name ?? t(`audit.values.actor_kind.${actor_kind}`)}</span>
        )}
        {as_client && <span className="muted">{t('clients.activity.asClient')}</span>}
        {device !== null && <span className="muted">{device}</span>}
        {isOut(row) && details.email_kind && (
          <SendAgain
            isIcon
            email={{
              id: row.id,
              kind: details.email_kind,
              client_id: clientId,
            }}
          />
        )}
      </p>
      {text !== null && <p className="timeline-text">{text}</p>}
      {error !== null && <p className="timeline-text timeline-error">{error}</p>}
      {row.verb === 'email.failed' && details.email_kind && (
        <div className="timeline-acts">
          <SendAgain email={{ id: row.id, kind: details.email_kind, client_id: clientId }} />
          {isWaiting(row) && <MendAddress email={{ client_id: clientId, error }} />}
        </div>
      )}
      <ChangedValues
        known={[...known, ...people]}
        subject={details.subject_type ?? 'client'}
        changes={changes}
      />
    </li>
  );
}

/** Whether somebody has to deal with it: an email whose state (`emailStateOf`) is still that it failed. */
function isWaiting({ kind, details }: TimelineRow): boolean {
  return kind === 'email' && details.status === 'failed';
}

/** An email that is said to have arrived: somebody may say that it did not. */
function isOut({ verb }: TimelineRow): boolean {
  return verb === 'email.sent' || verb === 'email.only_logged';
}

/** What happened, in words. */
function useVerb({ verb }: TimelineRow): string {
  const { t, i18n } = useTranslation();
  const [noun = '', state = ''] = verb.split('.');
  const keys = [
    `clients.timeline.verbs.${noun}_${state}`,
    `clients.activity.actions.${noun}_${state}`,
    ...(noun === 'ledger' ? [`ledger.values.kind.${state}`] : []),
    ...(noun === 'document' ? [`documents.values.kind.${state}`] : []),
    `audit.values.action.${verb}`,
  ];
  // A newer server may send a verb without a text here.
  const known = keys.find((key) => i18n.exists(key));
  return known ? t(declaredKey(known)) : verb;
}

/** How a document stands, where that is news: the words of an email say how it stands, and a document is issued. */
function State({ row: { kind, details } }: { row: TimelineRow }) {
  const { t } = useTranslation();
  const { status } = details;
  if (status === null || kind === 'email' || status === 'issued') return null;
  const tone = Object.entries(documentTones).find(([word]) => word === status)?.[1] ?? 'off';
  return <StateTag tone={tone} word={t(declaredKey(`documents.values.status.${status}`))} />;
}

/** Sends an email again from here, for people who may. */
function SendAgain({
  email,
  isIcon = false,
}: {
  email: Pick<EmailRow, 'id' | 'kind' | 'client_id'>;
  isIcon?: boolean;
}) {
  const invalidate = useInvalidate();
  return (
    <ResendEmail
      email={email}
      isIcon={isIcon}
      size="small"
      {...(isIcon && { type: 'text' as const })}
      onSent={async () => {
        await invalidate({ resource: 'client_timeline', invalidates: ['resourceAll'] });
        await invalidate({ resource: 'document_timeline', invalidates: ['resourceAll'] });
      }}
    />
  );
}

/** What it is about, as a link for people who may open it. */
function Title({ row: { link }, title }: { row: TimelineRow; title: string | null }) {
  const mayRead = { email: useIsListed('emails'), document: useIsListed('documents') };
  if (title === null) return null;
  if (link === null || !mayRead[link.type]) return <span>{title}</span>;
  return <Link to={`/admin-panel/${places[link.type]}/show/${link.id}`}>{title}</Link>;
}

const places = { email: 'settings/emails', document: 'money/documents' } as const;
