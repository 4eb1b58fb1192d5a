import { e164 } from '#contract/contact/phone.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import type { BillingPeriod, ClientSource, ClientStatus } from '#contract/entities/client.ts';
import type { CabinetStatus } from '#contract/cabinets/cabinet.ts';
import { settings } from '#contract/company/settings.ts';
import type { ClientRow } from '#server/db/tables.ts';
import type { NewClient } from '#server/clients/client-store.ts';
import { slugCandidate, slugOf } from '#server/cabinets/slug.ts';
import { addDays } from '#server/kernel/periods.ts';
import { day, later, minute } from './calendar.ts';
import { type Contact, contactBook } from './names/contact-book.ts';
import type { People } from './names/people.ts';
import type { DemoChannels, DemoPartner, DemoPromoCode } from './partners.ts';
import type { Random } from './random.ts';
import type { DemoStaff } from './staff.ts';
import type { DemoTariff, TariffName } from './tariffs.ts';
import { type Situation, situations, type Timeline, timelineOf } from './timeline.ts';
import { type Wallet, walletOf } from './wallet.ts';

/** The columns that a demo client sets; the others have their defaults. */
export type DemoClientRow = NewClient &
  Pick<ClientRow, 'email_key' | 'updated_at'> &
  Pick<
    ClientRow,
    'manager_id' | 'address' | 'last_login' | 'domain' | 'cabinet_status' | 'deleted_at' | 'deleted_reason'
  >;

export interface DemoClient {
  row: DemoClientRow;
  situation: Situation;
  timeline: Timeline;
  wallet: Wallet;
}

export interface CompanyOptions {
  random: Random;
  people: People;
  now: Date;
  timeZone: string;
  cabinetDomain: string;
  tariffs: Record<TariffName, DemoTariff>;
  channels: DemoChannels;
  staff: DemoStaff;
  /** For every customer who confirmed. */
  passwordHash: string;
}

/** Some hundreds of clients in every situation, oldest first. */
export function demoClients(options: CompanyOptions): DemoClient[] {
  const { random } = options;
  const contacts = contactBook(random, options.people);
  const domains = new Set<string>();
  const wanted = Object.entries(situations).flatMap(
    ([situation, count]) => Array<Situation>(count).fill(situation as Situation), // the keys of `situations`
  );
  return random
    .shuffled(wanted)
    .map((situation) =>
      demoClient(situation, contacts.next(), {
        ...options,
        domains,
      }),
    )
    .sort((a, b) => a.row.created_at.getTime() - b.row.created_at.getTime());
}

interface OneOptions extends CompanyOptions {
  domains: Set<string>;
}

function demoClient(situation: Situation, contact: Contact, options: OneOptions): DemoClient {
  const { random, now, timeZone } = options;
  const tariffName = tariffOf(situation, random);
  const tariff = options.tariffs[tariffName];
  const billing: BillingPeriod = situation === 'active' && random.chance(0.14) ? 'year' : 'month';
  const periodMonths = billing === 'year' ? 12 : 1;
  const { timeline, partner, promoCode } = arrival(situation, periodMonths, options);
  const id = random.id();
  const source = sourceOf(id, { partner, promoCode, timeline, now });
  const isActive = situation === 'active' || situation === 'free';
  const wallet = walletOf(timeline, {
    clientId: id,
    random,
    now,
    timeZone,
    tariffId: tariff.id,
    price: tariff.price[billing],
    ...changes(id, tariffName, { timeline, billing, situation, tariffs: options.tariffs }),
    bonus: promoCode?.bonus ?? 0,
    paysAhead: isActive || situation === 'trial',
    cashierIds: options.staff.cashiers.map((cashier) => cashier.id),
    mistake: options.people.mistake,
  });
  const isDeleted = (situation === 'trial' || isActive) && random.chance(0.06);
  const deletedAt = isDeleted ? new Date(random.between(lastEventOf(timeline, wallet), now.getTime())) : null;
  const cabinetStatus = isDeleted ? 'suspended' : cabinetStatuses[situation];
  const seen = visits(situation, timeline, deletedAt, options);
  const row: DemoClientRow = {
    id,
    ...contact,
    email_key: emailKey(contact.email),
    confirmed_at: timeline.confirmedAt,
    phone_e164: e164(contact.country_code, contact.phone) ?? '',
    password_hash: options.passwordHash,
    locale: random.weighted(options.people.locales),
    manager_id: timeline.readyAt && random.chance(0.7) ? managerOf(timeline.createdAt, options) : null,
    status: statuses[situation],
    tariff_id: tariff.id,
    billing_period: billing,
    trial_ends: timeline.ends,
    ...lifecycleOf(situation, { timeline, timeZone, now, deletedAt }),
    lasts_until: wallet.lastsUntil,
    last_top_up_amount: wallet.lastTopUp?.amount ?? null,
    last_top_up_at: wallet.lastTopUp?.at ?? null,
    ...usage(tariffName, tariff, { isUsed: timeline.readyAt !== null, random }),
    ...seen,
    source,
    registration_source: partner?.name ?? (random.chance(0.3) ? random.pick(options.people.sources) : null),
    partner_id: partner?.id ?? null,
    promo_code: promoCode?.code ?? null,
    promo_code_id: promoCode?.id ?? null,
    offer_version: source === 'staff' || source === 'import' ? null : 1,
    // The address is the step before the one that failed.
    domain: timeline.readyAt || situation === 'failed' ? newDomain(contact, options) : null,
    cabinet_status: cabinetStatus,
    ...paperwork(contact, options),
    created_at: timeline.createdAt,
    updated_at: deletedAt ?? new Date(Math.min(now.getTime(), lastEventOf(timeline, wallet))),
    deleted_at: deletedAt,
    deleted_reason: deletedAt && deletionReason(id, options),
  };
  return { row, situation, timeline, wallet };
}

/** From its id, so that what is drawn for the others stays as it is. */
function deletionReason(id: string, { people: { deletionReasons } }: OneOptions): string | null {
  return deletionReasons.find((_, place) => isOneIn(id, deletionReasons.length, place)) ?? null;
}

/** Whether this is the one client in `many` that is meant; by its id, so that the others stay as they are. */
function isOneIn(id: string, many: number, place = 0): boolean {
  return Number.parseInt(id.slice(-6), 16) % many === place;
}

/** The oldest clients came from another program's file, and colleagues enter some. */
function sourceOf(
  id: string,
  {
    partner,
    promoCode,
    timeline,
    now,
  }: Pick<ReturnType<typeof arrival>, 'partner' | 'promoCode' | 'timeline'> & { now: Date },
): ClientSource {
  if (partner) return 'partner';
  if (promoCode) return 'promo';
  if (timeline.confirmedAt === null) return 'direct';
  if (timeline.createdAt < later(now, -420 * day)) return 'import';
  return isOneIn(id, 11) ? 'staff' : 'direct';
}

/** Some moved to a dearer or a cheaper tariff, and some stayed away for a while. */
function changes(
  id: string,
  present: TariffName,
  {
    timeline: { periods },
    billing,
    situation,
    tariffs,
  }: {
    timeline: Timeline;
    billing: BillingPeriod;
    situation: Situation;
    tariffs: Record<TariffName, DemoTariff>;
  },
): Pick<Parameters<typeof walletOf>[1], 'earlier' | 'away'> {
  if (situation !== 'active' || billing === 'year') return {};
  const { id: tariffId, price } = tariffs[present === 'shop' && isOneIn(id, 3) ? 'chain' : 'stall'];
  const middle = Math.floor(periods / 2);
  return {
    earlier:
      present !== 'stall' && periods >= 3 && isOneIn(id, 2)
        ? { tariffId, price: price.month, periods: middle }
        : undefined,
    away: periods >= 5 && isOneIn(id, 6, 1) ? { from: middle, until: middle + 2 } : undefined,
  };
}

const statuses: Record<Situation, ClientStatus> = {
  unconfirmed: 'unconfirmed',
  creating: 'unconfirmed',
  failed: 'unconfirmed',
  trial: 'trial',
  active: 'active',
  free: 'active',
  grace: 'grace',
  blocked: 'blocked',
  archived: 'archived',
};

const cabinetStatuses: Record<Situation, CabinetStatus> = {
  unconfirmed: 'none',
  creating: 'creating',
  failed: 'failed',
  trial: 'active',
  active: 'active',
  free: 'active',
  grace: 'active',
  blocked: 'suspended',
  archived: 'deleted',
};

function tariffOf(situation: Situation, random: Random): TariffName {
  switch (situation) {
    case 'free':
      return 'start';
    // Nobody has changed the registered values.
    case 'unconfirmed':
    case 'creating':
    case 'failed':
      return 'stall';
    case 'archived':
      return random.weighted([
        ['stall', 6],
        ['season', 4],
        ['shop', 3],
      ] as const);
    default:
      return random.weighted([
        ['stall', 11],
        ['shop', 8],
        ['chain', 2],
      ] as const);
  }
}

/** How a client came, and a fitting past: no code or partner is used before it exists. */
function arrival(
  situation: Situation,
  periodMonths: number,
  { random, now, timeZone, channels }: OneOptions,
): { timeline: Timeline; partner: DemoPartner | undefined; promoCode: DemoPromoCode | undefined } {
  const general = 14;
  const partner = random.chance(0.16) ? random.pick(channels.partners) : undefined;
  const promoCode = random.chance(0.14) ? random.pick(channels.promoCodes) : undefined;
  const freeDays = (partner?.free_period_days ?? general) + (promoCode?.extra_free_days ?? 0);
  const timeline = timelineOf(situation, { random, now, timeZone, freeDays, periodMonths });
  const { createdAt } = timeline;
  const isTooEarly = partner !== undefined && createdAt < partner.created_at;
  const isInvalid =
    promoCode !== undefined &&
    !(
      (promoCode.valid_from === null || promoCode.valid_from <= createdAt) &&
      (promoCode.valid_to === null || promoCode.valid_to > createdAt)
    );
  if (!isTooEarly && !isInvalid) return { timeline, partner, promoCode };
  return {
    timeline: timelineOf(situation, { random, now, timeZone, freeDays: general, periodMonths }),
    partner: undefined,
    promoCode: undefined,
  };
}

/** The columns of the lifecycle; its first run computes the rest. */
function lifecycleOf(
  situation: Situation,
  {
    timeline: { anchor, ends, periods },
    timeZone,
    now,
    deletedAt,
  }: { timeline: Timeline; timeZone: string; now: Date; deletedAt: Date | null },
): Pick<ClientRow, 'anchor' | 'blocked_at' | 'settled_at' | 'next_event_at'> {
  const wasBlocked = situation === 'blocked' || situation === 'archived';
  return {
    anchor: periods > 0 ? anchor : null,
    blocked_at:
      wasBlocked && ends ? addDays(ends, settings.term_without_payment_days.default, timeZone) : null,
    settled_at: ends && now,
    next_event_at: ends && !deletedAt ? now : null,
  };
}

/** Nothing is known to have happened after this, except emails. */
function lastEventOf({ createdAt, readyAt }: Timeline, { entries }: Wallet): number {
  return new Date(entries.at(-1)?.created_at ?? readyAt ?? createdAt).getTime();
}

function managerOf(createdAt: Date, { random, staff }: OneOptions): string | null {
  const inPost = staff.managers.filter((one) => one.created_at < createdAt && one.deleted_at === null);
  const gone = staff.managers.find((one) => one.deleted_at !== null);
  // A few still wait for a successor of the manager who left.
  if (gone?.deleted_at && gone.created_at < createdAt && createdAt < gone.deleted_at && random.chance(0.08))
    return gone.id;
  return inPost.length > 0 ? random.pick(inPost).id : null;
}

function visits(
  situation: Situation,
  { confirmedAt, readyAt, ends }: Timeline,
  deletedAt: Date | null,
  { random, now }: OneOptions,
): Pick<ClientRow, 'last_visit' | 'last_login'> {
  if (!confirmedAt) return { last_visit: null, last_login: null };
  if (!readyAt) return { last_visit: null, last_login: confirmedAt };
  // Nobody gets into a suspended cabinet.
  const closed = deletedAt ?? (situation === 'blocked' && ends ? later(ends, 7 * day) : undefined);
  const gone = situation === 'archived' && ends ? later(ends, random.between(-10, 6) * day) : undefined;
  const latest = Math.min(now.getTime(), (closed ?? gone ?? now).getTime());
  const away = random.fraction() ** 3 * 12 * day + random.between(1, 300) * minute;
  const lastVisit = new Date(Math.max(readyAt.getTime() + minute, latest - away));
  if (lastVisit > now) return { last_visit: readyAt, last_login: confirmedAt };
  const lastLogin = new Date(
    Math.max(confirmedAt.getTime(), lastVisit.getTime() - random.between(0, 25) * day),
  );
  return { last_visit: lastVisit, last_login: lastLogin };
}

function usage(
  name: TariffName,
  { monthlyTurnoverLimit, goodsQuantity }: DemoTariff,
  { isUsed, random }: { isUsed: boolean; random: Random },
): Pick<ClientRow, 'cash_registers' | 'monthly_turnover' | 'goods_count' | 'over_limit'> {
  if (!isUsed) return { cash_registers: 0, monthly_turnover: 0, goods_count: 0, over_limit: false };
  const isOver = monthlyTurnoverLimit !== null && random.chance(0.04);
  const share = isOver ? random.between(1.02, 1.4) : random.fraction() ** 1.6 * 0.97;
  const goodsShare = random.fraction() ** 1.4 * 0.98;
  return {
    cash_registers: { start: 1, season: 1, stall: 1, shop: random.int(1, 4), chain: random.int(4, 22) }[name],
    monthly_turnover: Math.round((monthlyTurnoverLimit ?? 600_000_000) * share),
    goods_count: Math.round((goodsQuantity ?? 24_000) * goodsShare),
    over_limit: isOver,
  };
}

function newDomain(
  client: Pick<Contact, 'name' | 'type'>,
  { random, domains, cabinetDomain }: OneOptions,
): string {
  for (let attempt = 0; ; attempt += 1) {
    const domain = `${slugCandidate(slugOf(client), attempt, () => random.digits(5))}.${cabinetDomain}`;
    if (domains.has(domain)) continue;
    domains.add(domain);
    return domain;
  }
}

/** Details that only some have filled in. */
function paperwork(
  { name, type, phone, ident }: Contact,
  { random, people }: OneOptions,
): Pick<ClientRow, 'address' | 'vat_number' | `payment_${PaymentField}`> {
  const place = random.chance(0.6) ? people.address(random) : null;
  const paysVat = type === 'legal' && random.chance(0.4);
  const isComplete = random.chance(0.35);
  const account = isComplete ? people.bankAccount(random) : undefined;
  return {
    address: place,
    vat_number: paysVat ? people.vatNumber(random) : null,
    payment_payer: isComplete ? name : null,
    payment_code: isComplete ? ident : null,
    payment_ipn: isComplete && paysVat && people.country === 'UA' ? random.digits(12) : null,
    payment_bank: account?.bank ?? null,
    payment_mfo: account?.mfo ?? null,
    payment_account: account?.account ?? null,
    payment_address: isComplete ? (place ?? people.address(random)) : null,
    payment_phone: isComplete ? `${people.country === 'UA' ? '380' : '370'}${phone}` : null,
    payment_product: isComplete ? people.product : null,
  };
}

type PaymentField = 'payer' | 'code' | 'ipn' | 'bank' | 'mfo' | 'account' | 'address' | 'phone' | 'product';
