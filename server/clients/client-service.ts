import { type Kysely, sql } from 'kysely';
import type { Client, ClientDetails } from '#contract/client.ts';
import type { Locale } from '#contract/variants.ts';
import type { ProvisioningService } from '#server/cabinets/provisioning-service.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Listing } from '#server/http/list-reply.ts';
import { Refused } from '#server/refused.ts';
import { calendarDaysBetween } from '#server/subscriptions/periods.ts';
import { clientSource } from './client-source.ts';
import { awaitedLetter } from './client-invitation.ts';
import { clientById, clientCsv, clientsByIds, listedClients, type ListedClient } from './client-store.ts';
import { keySample } from './key-sample.ts';

interface ClientDeps {
  db: Kysely<Tables>;
  provisioning: ProvisioningService;
  defaultLocale: Locale;
  timeZone: string;
  currency: string;
}

/** Clients as staff see them (API.md, "clients"). */
export function createClientService({ db, provisioning, defaultLocale, timeZone, currency }: ClientDeps) {
  const [before = '', after = ''] = (provisioning.urlOf('\n') ?? '').split('\n');
  const sample = keySample(db);
  const reading = ({ locale, now }: Caller) => ({ locale, now, defaultLocale, timeZone });

  return {
    listing: {
      name: 'clients',
      source: (caller) => {
        sample.refresh(caller.now);
        return clientSource({ ...reading(caller), currency, url: { before, after }, sample });
      },
      row: {
        select: (caller) =>
          sql`${listedClients(db, reading(caller)).where('c.id', '=', sql.ref<string>('page.id'))}`,
        memo: ({ locale }) => `${locale} ${defaultLocale}`,
        present: (row, { now }) => present(row as ListedClient, now), // of the query above
      },
      csv: clientCsv,
    } satisfies Listing<Client>,

    /** One client, deleted or not, with how its cabinet was made. */
    async show(caller: Caller, id: string): Promise<ClientDetails> {
      const [row] = await clientsByIds(db, [id], reading(caller));
      const client = row && (await clientById(db, id));
      if (!client) throw new Refused('not_found');
      return {
        ...present(row, caller.now),
        awaits: awaitedLetter(client),
        cabinet: await provisioning.details(id, caller.locale),
      };
    },
  };

  function present(row: ListedClient, now: Date): Client {
    const moment = (value: Date | null) => value?.toISOString() ?? null;
    return {
      id: row.id,
      name: row.name,
      type: row.type,
      email: row.email,
      phone: row.phone,
      country_code: row.country_code,
      phone_e164: row.phone_e164,
      ident: row.ident,
      manager_id: row.manager_id,
      manager:
        row.manager_id && row.manager_name !== null ? { id: row.manager_id, name: row.manager_name } : null,
      status: row.status,
      cabinet_url: provisioning.urlOf(row.domain),
      domain: row.domain,
      cabinet_status: row.cabinet_status,
      tariff_id: row.tariff_id,
      tariff_name: row.tariff_name,
      billing_period: row.billing_period,
      trialEnds: moment(row.trial_ends),
      remaining_days: row.trial_ends && Math.max(0, calendarDaysBetween(now, row.trial_ends, timeZone)),
      next_tariff:
        row.next_tariff_id && row.next_billing_period
          ? {
              id: row.next_tariff_id,
              name: row.next_tariff_name ?? '',
              billing_period: row.next_billing_period,
            }
          : null,
      balance: row.balance,
      recommended_amount: row.recommended_amount,
      currency,
      lasts_until: moment(row.lasts_until),
      blocked_by_hand: row.blocked_from !== null,
      blocked_at: moment(row.blocked_at),
      deletion_at: moment(row.deletion_at),
      cash_registers: row.cash_registers,
      last_top_up:
        row.last_top_up_at && row.last_top_up_amount !== null
          ? { amount: row.last_top_up_amount, created_at: row.last_top_up_at.toISOString() }
          : null,
      created_at: row.created_at.toISOString(),
      last_visit: moment(row.last_visit),
      last_login: moment(row.last_login),
      registration_source: row.registration_source,
      promo_code: row.promo_code,
      deleted_at: moment(row.deleted_at),
      monthly_turnover_limit: row.monthly_turnover_limit,
      goods_quantity: row.goods_quantity,
      monthly_turnover: row.monthly_turnover,
      goods_count: row.goods_count,
      over_limit: row.over_limit,
      address: row.address,
      vat_number: row.vat_number,
      payment_payer: row.payment_payer,
      payment_code: row.payment_code,
      payment_ipn: row.payment_ipn,
      payment_bank: row.payment_bank,
      payment_mfo: row.payment_mfo,
      payment_account: row.payment_account,
      payment_address: row.payment_address,
      payment_phone: row.payment_phone,
      payment_product: row.payment_product,
      locale: row.locale,
      updated_at: row.updated_at.toISOString(),
    };
  }
}
export type ClientService = ReturnType<typeof createClientService>;
