import { Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import {
  CabinetAddress,
  ClientStanding,
  NextTariff,
  useClientName,
} from '#web/resources/clients/client-cells.tsx';
import { ClientActions } from '#web/resources/clients/client-actions.tsx';
import { SignInAsClient } from '#web/resources/clients/sign-in-as-client.tsx';
import { ReplenishButton } from '#web/resources/clients/wallet/client-wallet.tsx';
import { DeletedWord } from '#web/ui/admin/kit/deleted-word.tsx';
import { Breakable, Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { Day } from '#web/ui/admin/kit/moment.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { CabinetState, ClientState } from '#web/ui/admin/kit/state-tag.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { balanceTone, type End as EndOfPeriod, endOf, heldUntil, lastsOf } from './client-outlook.ts';
import { ClientPhone } from './client-phone.tsx';
import { ClientTags } from './client-tags.tsx';
import { useDaysAway, useInDays } from './in-days.ts';
import './client-head.css';

/** What answers a call: who it is, how they stand, and what can be done. It stays in sight. */
export function ClientHead({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { manager, cabinet_url, tariff_name, billing_period, next_tariff } = client;
  return (
    <div className="client-head">
      <header className="client-head-line">
        <PageHeading title={useClientName()(client)} />
        <Standing client={client} />
        <Balance client={client} />
      </header>
      <div className="show-actions client-head-acts">
        <ReplenishButton client={client} isFirst shortcut="t" />
        <SignInAsClient client={client} />
        {client.deleted_at === null && <ClientActions client={client} />}
      </div>
      <dl className="client-facts">
        <Fact
          name={t('clients.fields.tariff_name')}
          more={
            <>
              {t(`clients.values.billing_period.${billing_period}`)}
              {next_tariff && (
                <span>
                  → <NextTariff {...next_tariff} />
                </span>
              )}
            </>
          }
        >
          {tariff_name}
        </Fact>
        <End client={client} />
        <Fact
          name={t('clients.parts.contact')}
          more={
            client.email !== '' && (
              <a href={`mailto:${client.email}`}>
                <Breakable text={client.email} />
              </a>
            )
          }
        >
          {client.phone === '' ? <Nothing /> : <ClientPhone client={client} />}
        </Fact>
        <Fact name={t('clients.parts.cabinet')} more={cabinet_url !== null && <CabinetAddress {...client} />}>
          <CabinetState status={client.cabinet_status} />
        </Fact>
        <Fact name={t('clients.fields.manager')}>{manager?.name ?? <Nothing />}</Fact>
        <Fact name={t('clients.fields.tags')}>
          <ClientTags client={client} />
        </Fact>
      </dl>
    </div>
  );
}

function Standing({ client }: { client: ClientDetails }) {
  if (client.erased_at !== null) return <ClientStanding client={client} />;
  if (client.deleted_at === null) return <ClientState status={client.status} />;
  return (
    <span>
      <DeletedWord /> <Day iso={client.deleted_at} />
    </span>
  );
}

/** What a caller asks first, and below it what belongs to it. */
function Fact({ name, more, children }: { name: string; more?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {more && <dd className="client-fact-more">{more}</dd>}
    </div>
  );
}

/** The balance in the colour of what it means, and until when it lasts in words. */
function Balance({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const [now] = useState(() => new Date());
  const { balance, currency } = client;
  const tone = balanceTone(client, now);
  const until = lastsOf(client);
  const lasts = until === null ? null : t('clients.head.lasts', { day: day(until) });
  return (
    <Tooltip title={lasts}>
      <span className={`client-balance client-balance-${tone}`}>
        <span className="client-balance-name">{t('clients.fields.balance')}</span>{' '}
        <Money minorUnits={balance} currency={currency} isBalance />
        {lasts !== null && <span className="client-balance-lasts">{lasts}</span>}
      </span>
    </Tooltip>
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
  if (end === null) {
    return (
      <Fact name={name}>
        <Nothing />
      </Fact>
    );
  }
  const { stops_at, deletion_at } = client;
  const next = t(`clients.head.next.${end.next}`, { day: deletion_at === null ? '' : day(deletion_at) });
  const then = stops_at === null ? next : `${next}, ${t('clients.head.stops', { day: day(stops_at) })}`;
  return (
    <Fact name={name} more={isFine(end) ? next : <span className="client-then-bad">{then}</span>}>
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

function isFine({ next }: EndOfPeriod): boolean {
  return next === 'charged' || next === 'free';
}
