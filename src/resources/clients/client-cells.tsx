import { useTranslation } from 'react-i18next';
import type { CabinetStatus } from '#contract/cabinets/cabinet.ts';
import type { Client } from '#contract/entities/client.ts';
import { ExternalIcon } from '#web/ui/admin/kit/icons.tsx';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { Day, Moment } from '#web/ui/admin/kit/moment.tsx';
import { ClientState, clientTones, StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import { useIsPhone } from '#web/ui/admin/kit/page/use-is-phone.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { useDaysAway, useInDays } from '#web/resources/clients/head/in-days.ts';
import { phoneInGroups } from '#web/ui/shared/phone-groups.ts';

/** What a client is called; of one that was erased, a mark is left that stands for the name. */
export function ClientName({ client }: { client: Pick<Client, 'name' | 'erased_at'> }) {
  return useClientName()(client);
}

export function useClientName(): (client: Pick<Client, 'name' | 'erased_at'>) => string {
  const { t } = useTranslation();
  return ({ name, erased_at }) =>
    erased_at === null ? name : t('clients.erasedName', { mark: name.replace(/^— /, '') });
}

/** The day of an end, and in how many days it is while that is soon. */
export function EndsOn({ iso }: { iso: string }) {
  const inDays = useInDays();
  const isSoon = Math.abs(useDaysAway()(iso)) <= soonDays;
  return (
    <>
      <Day iso={iso} />
      {isSoon && <span className="muted"> · {inDays(iso)}</span>}
    </>
  );
}

const soonDays = 60;

/** The address as a link, or as text when nothing answers there. */
export function CabinetAddress({
  cabinet_status,
  cabinet_url,
}: Pick<Client, 'cabinet_status' | 'cabinet_url'>) {
  if (cabinet_url === null) return null;
  const said = cabinet_url.replace(/^https?:\/\//, '');
  if (!answers(cabinet_status)) return <span className="muted">{said}</span>;
  return (
    <a href={cabinet_url} target="_blank" rel="noreferrer">
      {said} <ExternalIcon />
    </a>
  );
}

/** Why nothing answers at a client's address. */
export function NoCabinetThere({
  cabinet_status,
  cabinet_url,
}: Pick<Client, 'cabinet_status' | 'cabinet_url'>) {
  const { t } = useTranslation();
  if (cabinet_url === null || answers(cabinet_status)) return null;
  return <div className="muted">{t(`clients.cabinet.nothingThere.${cabinet_status}`)}</div>;
}

/** A suspended cabinet shows a page at its address that says so. */
function answers(status: CabinetStatus): status is 'active' | 'suspended' {
  return status === 'active' || status === 'suspended';
}

export function LanguageName({ locale }: Pick<Client, 'locale'>) {
  const { t } = useTranslation();
  return <span lang={locale}>{t(`languages.${locale}`)}</span>;
}

/** The phone as it is read out; where the row is a card on a phone, a touch calls it. */
export function Phone({ client }: { client: Pick<Client, 'phone' | 'phone_e164'> }) {
  const isPhone = useIsPhone();
  if (client.phone === '') return <Nothing />;
  const groups = phoneInGroups(client);
  return isPhone ? <a href={`tel:${client.phone_e164}`}>{groups}</a> : groups;
}

export function LastTopUp({ amount, created_at }: NonNullable<Client['last_top_up']>) {
  return (
    <>
      <Money minorUnits={amount} /> <span className="muted">·</span> <Moment iso={created_at} />
    </>
  );
}

/** The tariff that begins at the end of the period. */
export function NextTariff({ name, billing_period }: NonNullable<Client['next_tariff']>) {
  const { t } = useTranslation();
  return `${name}, ${t(`clients.values.billing_period.${billing_period}`)}`;
}

/** The state, or since when a client is deleted or erased: what it was until then says nothing of today. */
export function ClientStanding({ client }: { client: Pick<Client, 'status' | 'deleted_at' | 'erased_at'> }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const { status, deleted_at, erased_at } = client;
  const isShort = !useIsPhone() && status === 'trial';
  if (deleted_at === null) return isShort ? <ShortTrial /> : <ClientState status={status} />;
  if (erased_at !== null) {
    return <StateTag tone="off" word={t('clients.erasedOn', { day: day(erased_at) })} />;
  }
  return <StateTag tone="off" word={t('clients.deletedOn', { day: day(deleted_at) })} />;
}

/** In a table, where names are cut for the room that the whole words would take. */
function ShortTrial() {
  const { t } = useTranslation();
  return (
    <span title={t('clients.values.status.trial')}>
      <StateTag tone={clientTones.trial} word={t('clients.trialInTable')} />
    </span>
  );
}
