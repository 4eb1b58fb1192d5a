import { domainToUnicode } from 'node:url';
import type { OwnDomain } from '#contract/cabinets/own-domain.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { findCabinet } from '#server/cabinets/cabinet-store.ts';
import type { Db, OwnDomainRow } from '#server/db/tables.ts';
import { translate } from '#server/kernel/messages.ts';
import { givenUpAt, lostAt } from './own-domain-rule.ts';
import { ownDomainOf } from './own-domain-store.ts';

/** A client's own domain: its state, and what has to be set at the DNS provider. */
export async function readOwnDomain(db: Db, clientId: string, locale: Locale): Promise<OwnDomain> {
  const target = (await findCabinet(db, clientId))?.client.domain ?? null;
  const row = await ownDomainOf(db, clientId);
  if (!row) {
    return {
      state: 'none',
      domain: null,
      name: null,
      reason: null,
      message: null,
      records: [],
      platform_domain: target,
      checked_at: null,
      active_at: null,
      ends_at: null,
    };
  }
  return {
    state: row.state,
    domain: row.domain,
    reason: row.reason,
    ...shown(row, locale),
    records: [
      ...(target === null ? [] : [{ type: 'CNAME' as const, name: row.domain, value: target }]),
      { type: 'TXT', name: proofName(row.domain), value: row.token },
    ],
    platform_domain: target,
    ends_at: endOf(row)?.toISOString() ?? null,
  };
}

/** The same for the client's page; null when none was asked for. */
export async function ownDomainForStaff(
  db: Db,
  clientId: string,
  locale: Locale,
): Promise<ClientDetails['cabinet']['own_domain']> {
  const row = await ownDomainOf(db, clientId);
  return row ? { state: row.state, domain: row.domain, ...shown(row, locale) } : null;
}

function shown({ domain, reason, checked_at, active_at }: OwnDomainRow, locale: Locale) {
  return {
    name: domainToUnicode(domain),
    message: reason && translate(locale, `ownDomain.${reason}`),
    checked_at: checked_at?.toISOString() ?? null,
    active_at: active_at?.toISOString() ?? null,
  };
}

/** The name of the TXT record. */
export function proofName(domain: string): string {
  return `_cabinet.${domain}`;
}

function endOf({ state, asked_at, troubled_since, reason }: OwnDomainRow): Date | null {
  if (state === 'pending') return givenUpAt(asked_at);
  return state === 'active' && troubled_since ? lostAt(troubled_since, reason) : null;
}
