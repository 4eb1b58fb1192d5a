import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { CabinetAddress, NextTariff } from '#web/resources/clients/client-cells.tsx';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { CabinetState } from '#web/ui/admin/kit/state-tag.tsx';
import { useIsPhone } from '#web/ui/admin/kit/page/use-is-phone.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { balanceTone, type End as EndOfPeriod, endOf, heldUntil, lastsOf } from './client-outlook.ts';
import { ClientManager } from './client-manager.tsx';
import { ClientPhone } from './client-phone.tsx';
import { ClientTags } from './client-tags.tsx';
import { useDaysAway, useInDays } from './in-days.ts';

/** What a caller asks first, the money before all; what it belongs to is in the last line. A phone folds the rest. */
export function ClientFacts({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const rest = (
    <>
      <NextPayment client={client} />
      <TariffFact client={client} />
      {!isPhone && <Contact client={client} />}
      <Cabinet client={client} />
    </>
  );
  const belongs = (
    <dl className="client-belongs">
      <Fact name={t('clients.fields.manager')}>
        <ClientManager client={client} />
      </Fact>
      <Fact name={t('clients.fields.tags')}>
        <ClientTags client={client} />
      </Fact>
    </dl>
  );
  const first = (
    <>
      <Balance client={client} />
      <End client={client} />
    </>
  );
  if (!isPhone) {
    return (
      <div className="client-card">
        <dl className="client-facts">
          {first}
          {rest}
        </dl>
        {belongs}
      </div>
    );
  }
  return (
    <div className="client-card client-facts-folded">
      <dl className="client-facts">{first}</dl>
      <Reach client={client} />
      <details>
        <summary>{t('clients.head.rest')}</summary>
        <dl className="client-facts">{rest}</dl>
        {belongs}
      </details>
    </div>
  );
}

/** The three that a caller asks for most, without what is said below them. */
export function CallFacts({ client }: { client: ClientDetails }) {
  return (
    <dl className="client-strip-facts">
      <Balance client={client} />
      <End client={client} />
      <Contact client={client} />
    </dl>
  );
}

/** A fact and below it what belongs to it; that line is there even when it says nothing. */
function Fact({ name, more, children }: { name: string; more?: ReactNode; children: ReactNode }) {
  return (
    <div className="client-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
      {more !== undefined && <dd className="client-fact-more">{more}</dd>}
    </div>
  );
}

/** The balance in the colour of what it means, and until when it lasts. */
function Balance({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const [now] = useState(() => new Date());
  const until = lastsOf(client);
  return (
    <Fact
      name={t('clients.fields.balance')}
      more={until === null ? '' : t('clients.head.lasts', { day: day(until) })}
    >
      <span className={`client-balance client-balance-${balanceTone(client, now)}`}>
        <Money minorUnits={client.balance} currency={client.currency} isBalance />
      </span>
    </Fact>
  );
}

/** When the period ends, and what happens then. */
function End({ client }: { client: ClientDetails }) {
  const { day } = useFormats();
  const inDays = useInDays();
  const end = endOf(client);
  const { t } = useTranslation();
  const [now] = useState(() => new Date());
  const name = t('clients.head.end');
  const held = heldUntil(client, now);
  if (held !== null) return <HeldPeriod name={name} until={held} />;
  if (end === null) return <NoFact name={name} />;
  const { stops_at, deletion_at } = client;
  const then = [
    t(`clients.head.next.${end.next}`, { day: deletion_at === null ? '' : day(deletion_at) }),
    stops_at !== null && t('clients.head.stops', { day: day(stops_at) }),
  ];
  // What comes last costs most.
  const more = then.findLast(Boolean);
  return (
    <Fact
      name={name}
      more={
        <span title={then.filter(Boolean).join(', ')} className={toneOfNext(end)}>
          {more}
        </span>
      }
    >
      <time dateTime={end.at}>{day(end.at)}</time> <span className="muted">{inDays(end.at)}</span>
    </Fact>
  );
}

/** What is left of the period of a client who is suspended by hand. */
function HeldPeriod({ name, until }: { name: string; until: string }) {
  const { t } = useTranslation();
  const { day, number } = useFormats();
  const inDays = useInDays();
  const left = useDaysAway()(until);
  return (
    <Fact name={name} more={t('clients.head.next.held')}>
      <time dateTime={until}>{day(until)}</time>{' '}
      <span className="muted">
        {left > 0 ? t('clients.head.left', { count: left, shown: number(left) }) : inDays(until)}
      </span>
    </Fact>
  );
}

/** What can't be undone is red; what a payment still mends is amber. */
function toneOfNext({ next }: EndOfPeriod): string | undefined {
  if (next === 'charged' || next === 'free') return undefined;
  return next === 'deleted' ? 'client-then-lost' : 'client-then-bad';
}

/** What the next period costs, and whether the balance has it. */
function NextPayment({ client: { next_payment, currency } }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const name = t('clients.outcome.next');
  if (next_payment === null) return <NoFact name={name} />;
  const { amount, missing, date } = next_payment;
  const lacks = missing > 0;
  return (
    <Fact
      name={name}
      more={
        <span className={lacks ? 'client-then-bad' : undefined}>
          {lacks ? t('clients.head.lacks', { amount: money(missing, currency) }) : t('clients.head.covered')}
        </span>
      }
    >
      <Money minorUnits={amount} currency={currency} />{' '}
      {date === null && <span className="muted">{t('clients.head.oncePaid')}</span>}
    </Fact>
  );
}

function TariffFact({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { tariff_name, billing_period, next_tariff } = client;
  return (
    <Fact
      name={t('clients.fields.tariff_name')}
      more={
        next_tariff ? (
          <>
            → <NextTariff {...next_tariff} />
          </>
        ) : (
          t(`clients.values.billing_period.${billing_period}`)
        )
      }
    >
      {tariff_name}
    </Fact>
  );
}

/** What a phone is at hand for: a touch calls or writes. */
function Reach({ client }: { client: ClientDetails }) {
  const { email, phone } = client;
  if (phone === '' && email === '') return null;
  return (
    <p className="client-reach">
      {phone !== '' && <ClientPhone client={client} />}
      {email !== '' && <EmailLink email={email} />}
    </p>
  );
}

function EmailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`} title={email}>
      {email}
    </a>
  );
}

function Contact({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { email, phone } = client;
  return (
    <Fact name={t('clients.parts.contact')} more={email !== '' && <EmailLink email={email} />}>
      {phone === '' ? <Nothing /> : <ClientPhone client={client} />}
    </Fact>
  );
}

function Cabinet({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { cabinet_url, cabinet_status } = client;
  return (
    <Fact name={t('clients.parts.cabinet')} more={cabinet_url !== null && <CabinetAddress {...client} />}>
      <CabinetState status={cabinet_status} />
    </Fact>
  );
}

function NoFact({ name }: { name: string }) {
  return (
    <Fact name={name} more="">
      <Nothing />
    </Fact>
  );
}
