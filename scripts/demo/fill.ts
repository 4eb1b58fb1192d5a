import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { type Insertable, sql } from 'kysely';
import { palettes } from '#contract/company/theme.ts';
import { type Variant, variants } from '#contract/kernel/variants.ts';
import { type SettingKey, settings, type SettingValue } from '#contract/company/settings.ts';
import { changeBranding } from '#server/branding/change-branding.ts';
import { readBranding } from '#server/branding/read-branding.ts';
import { logoPictureUrl } from '#server/pages/built-pages.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import { flagOverLimit } from '#server/subscriptions/usage-store.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { demoActivity } from './activity.ts';
import { demoCabinets, makeCabinets } from './cabinets.ts';
import { demoClients } from './clients.ts';
import { demoMails } from './mails.ts';
import { frontPicture, pictureAlt } from './seller/front-picture.ts';
import { insertMonths } from './months.ts';
import { insertDiscounts } from './discounts.ts';
import { insertChannels } from './partners.ts';
import { insertProformas } from './proformas.ts';
import { createRandom } from './random.ts';
import { insertStaff } from './staff.ts';
import { peopleOf } from './names/contact-book.ts';
import { front } from './seller/front.ts';
import { sellers } from './seller/sellers.ts';
import { fillShops, type ShopUsage } from './shops.ts';
import { writeStatement } from './seller/statement.ts';
import { insertTariffs } from './tariffs.ts';

export interface FillOptions {
  db: Db;
  config: Config;
  secrets: Secrets;
  now: Date;
  /** For everybody: colleagues and customers. */
  passwordHash: string;
}

export interface Filled {
  accounts: { email: string; role: string }[];
  /** A customer to sign in as, with a cabinet that answers. */
  customer: { email: string; cabinetUrl: string };
  clients: number;
  cabinets: number;
  /** The file of a bank statement to import. */
  statement: string;
}

/** PostgreSQL takes 65,535 parameters in a statement. */
const rowsAtOnce = 500;

/**
 * Writes a believable company into an installation without clients: all of it or, when something fails, nothing. Its
 * cabinets are real (docs/decisions/0012). Goods and sales of the shops, and the documents of the months, come after that:
 * should they fail, the shops stay empty, and the server makes the documents when it runs.
 * @throws StartupError when there are clients.
 */
export async function fillDemo(options: FillOptions): Promise<Filled> {
  const { cabinetsOf, ...filled } = await writeCompany(options);
  await storeUsage(options.db, fillShops(cabinetsOf, options));
  await insertMonths(options);
  // Home shows the balance check of this company, not one of the empty installation.
  await verifyLedger(options, options.now);
  return filled;
}

function writeCompany({
  db,
  config,
  secrets,
  now,
  passwordHash,
}: FillOptions): Promise<Filled & { cabinetsOf: string[] }> {
  const { defaultLocale: locale, timeZone } = variants[config.variant];
  const { company, supportEmail, supportPhone } = sellers[config.variant];
  const random = createRandom(20_261_121);
  return db.transaction().execute(async (tx) => {
    await refuseClients(tx);
    // It waits for the cabinets, which takes minutes on a busy machine.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    const people = peopleOf[config.variant];
    const common = { random, people, now, timeZone, locale, variant: config.variant };
    const tariffs = await insertTariffs(tx, common);
    const staff = await insertStaff(tx, { ...common, passwordHash });
    const channels = await insertChannels(tx, common);
    await storeSettings(tx, now, {
      support_email: supportEmail,
      support_phone: supportPhone,
      company_details: company,
      front_headline: front.headline,
      front_sentence: front.sentence,
      front_questions: front.questions,
    });
    await storePicture(tx, config.variant, now);
    const cabinetDomain = config.cabinets.domain;
    const clients = demoClients({ ...common, cabinetDomain, tariffs, channels, staff, passwordHash });
    const cabinets = demoCabinets(clients, { random, config, secrets });
    const sender = {
      product: config.productName,
      publicUrl: config.publicUrl,
      supportEmail,
      supportPhone,
      currency: variants[config.variant].currency,
      timeZone,
      brand: { palettes, logo: null, markUrl: logoPictureUrl(config), footer: null },
      seller: company,
    };
    const mails = await demoMails(clients, staff.invited, { ...common, config, secrets, sender });

    await insert(
      tx,
      'clients',
      clients.map(({ row }) => row),
    );
    await insert(tx, 'cabinets', cabinets.rows);
    await insert(tx, 'cabinet_steps', cabinets.steps);
    await insert(tx, 'cabinet_findings', cabinets.findings);
    const open = await insertProformas(tx, clients, {
      ...common,
      staff,
      company,
      supportEmail,
      supportPhone,
      product: config.productName,
      prefix: settings.document_prefixes.default.proforma,
    });
    await insert(
      tx,
      'ledger_entries',
      // The list of all lines is in the order in which they were written.
      clients
        .flatMap(({ wallet }) => wallet.entries)
        .toSorted((a, b) => new Date(a.created_at).getTime() - new Date(b.created_at).getTime()),
    );
    await keepPayments(tx);
    await markPaidPeriods(tx);
    await sql`select fill_revenue(${now})`.execute(tx);
    await insertDiscounts(tx, { now, people, by: staff.cashiers[0]?.id ?? staff.invited.id });
    await insert(tx, 'audit_entries', demoActivity(clients, { random, people, now, staff }));
    await insert(tx, 'emails', mails.emails);
    await insert(tx, 'one_time_links', mails.links);
    // Last before the commit, so that no client is called active without a cabinet.
    await makeCabinets(cabinets.real, { config, secrets });

    // Everything that this customer reads is in the language of the installation.
    const guest = clients.findLast(
      ({ situation, row }) => situation === 'active' && !row.deleted_at && row.locale === locale,
    );
    const url = cabinets.real.find(({ identity }) => identity.clientId === guest?.row.id)?.identity.url;
    if (!guest || !url) throw new Error('no active client');
    return {
      accounts: staff.accounts,
      customer: { email: guest.row.email, cabinetUrl: url },
      clients: clients.length,
      cabinets: cabinets.real.length,
      cabinetsOf: cabinets.real.map(({ identity }) => identity.clientId),
      statement: await writeStatement(open, {
        ...common,
        company,
        currency: variants[config.variant].currency,
        dataDir: config.dataDir,
      }),
    };
  });
}

/** Makes the clients use what their cabinets hold, so that the first reports change nothing that a visitor has seen. */
async function storeUsage(db: Db, shops: readonly ShopUsage[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { clientId, columns } of shops)
      await tx.updateTable('clients').set(columns).where('id', '=', clientId).execute();
    await flagOverLimit(tx, { clientIds: shops.map(({ clientId }) => clientId) });
  });
}

/** Writes a payment for every top-up. */
async function keepPayments(tx: Db): Promise<void> {
  await sql`
    insert into payments (id, status, method, provider, external_id, amount, value_date, client_id, document_id,
        ledger_entry_id, reason, created_by, created_at, updated_at)
      select gen_random_uuid(), case when r.id is null then 'succeeded' else 'failed' end,
        case when g.provider is not null then 'online' when l.service = 'non_cash' then 'bank' else l.service end,
        g.provider, case when g.provider is not null then l.id::text end, l.amount, l.value_date, l.client_id, d.id, l.id,
        r.note, l.created_by, l.created_at, coalesce(r.created_at, l.created_at)
      from ledger_entries l left join ledger_entries r on r.reverses_id = l.id
        left join documents d on d.number = l.invoice
        cross join lateral (select case when l.service = 'card' and l.created_by is null then 'test' end as provider) g
      where l.kind = 'top_up'`.execute(tx);
  await sql`
    insert into online_payments (payment_id, save_card) select id, false from payments where method = 'online'`.execute(
    tx,
  );
}

/** Marks the charge of the running period, which a change of tariff refunds. */
async function markPaidPeriods(tx: Db): Promise<void> {
  await sql`
    update clients c set paid_entry_id = l.id from ledger_entries l
    where l.client_id = c.id and l.kind = 'charge' and l.period_end = c.trial_ends`.execute(tx);
}

async function refuseClients(tx: Db): Promise<void> {
  const { count } = await tx
    .selectFrom('clients')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count === 0) return;
  throw new StartupError(
    `npm run demo fills an empty installation, and this one has ${count} clients: set another DATA_DIR or DATABASE_URL.`,
  );
}

/** The picture of the first page, unless there is one. */
async function storePicture(tx: Db, variant: Variant, now: Date): Promise<void> {
  const { picture } = await readBranding({ db: tx });
  if (picture !== null) return;
  const drawn = `data:image/svg+xml,${encodeURIComponent(frontPicture(variant))}`;
  const caller = systemCaller(now, variants[variant].defaultLocale);
  await changeBranding({ db: tx }, caller, { picture: drawn, picture_alt: pictureAlt });
}

async function storeSettings(
  tx: Db,
  now: Date,
  values: { [Key in SettingKey]?: SettingValue<Key> },
): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({
    id: newId(now),
    key,
    value: JSON.stringify(value),
    updated_at: now,
  }));
  await tx
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

async function insert<Name extends keyof Tables>(
  tx: Db,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
  }
}
