import type { Kysely } from 'kysely';
import { ticketSeconds } from '#contract/auth.ts';
import { signInPath, type TicketAnswer } from '#contract/cabinet.ts';
import { isReadOnly } from '#contract/permissions.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import type { Tables } from '#server/db/tables.ts';
import type { CabinetActor, Caller, CustomerActor, StaffActor } from '#server/http/caller.ts';
import { Refused } from '#server/refused.ts';
import { hashToken, newToken } from '#server/secrets.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';

interface TicketDeps {
  db: Kysely<Tables>;
  settings: SettingsService;
  urlOf(domain: string | null): string | null;
}

/**
 * One-time tickets into cabinets: for the customer, or for a colleague who acts as the customer (DESIGN sections 6
 * and 10.14). Good for a minute.
 */
export function createTicketService({ db, settings, urlOf }: TicketDeps) {
  return {
    /** The customer's own way in. */
    async forCustomer({ actor, now }: Caller<CustomerActor>): Promise<{ url: string }> {
      return db.transaction().execute(async (tx) => {
        const url = await activeUrl(tx, actor.id);
        return issue(tx, url, {
          client_id: actor.id,
          acting_user_id: null,
          read_only: false,
          reason: null,
          now,
        });
      });
    },

    /** A colleague as the client, with a reason; read-only staff, and anyone during maintenance, only look. */
    async forStaff(
      caller: Caller<StaffActor>,
      clientId: string,
      { reason, read_only = false }: { reason: string; read_only?: boolean | undefined },
    ): Promise<{ url: string }> {
      const client = await db
        .selectFrom('clients')
        .select(['id', 'name'])
        .where('id', '=', clientId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!client) throw new Refused('not_found');
      if (!read_only && isReadOnly(caller.actor.permissions)) throw new Refused('read_only');
      if (!read_only && (await settings.get('read_only'))) throw new Refused('maintenance');
      return db.transaction().execute(async (tx) => {
        const url = await activeUrl(tx, clientId);
        await writeAudit(tx, caller, {
          action: 'client.sign_in',
          subject: { type: 'client', id: client.id, name: client.name },
          clientId,
          asClient: true,
          changes: [
            { field: 'reason', before: null, after: reason },
            { field: 'read_only', before: null, after: read_only },
          ],
        });
        const ticket = {
          client_id: clientId,
          acting_user_id: caller.actor.id,
          read_only,
          reason,
          now: caller.now,
        };
        return issue(tx, url, ticket);
      });
    },

    /** A cabinet asks whom a ticket signs in; once, and only one of its own. */
    async redeem({ actor, now }: Caller<CabinetActor>, ticket: string): Promise<TicketAnswer> {
      const used = await db
        .updateTable('cabinet_tickets')
        .set({ used_at: now })
        .where('token_hash', '=', hashToken(ticket))
        .where('client_id', '=', actor.id)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning(['acting_user_id', 'read_only'])
        .executeTakeFirst();
      if (!used) throw new Refused('link_invalid', { fields: { ticket: [{ key: 'errors.link_invalid' }] } });
      const client = await db
        .selectFrom('clients')
        .select(['name', 'locale'])
        .where('id', '=', actor.id)
        .executeTakeFirstOrThrow();
      const acting = used.acting_user_id
        ? await db
            .selectFrom('users')
            .select(['id', 'name', 'locale'])
            .where('id', '=', used.acting_user_id)
            .executeTakeFirst()
        : undefined;
      return {
        client_id: actor.id,
        name: client.name,
        locale: acting?.locale ?? client.locale,
        acting_user: acting ? { id: acting.id, name: acting.name } : null,
        read_only: used.read_only,
      };
    },
  };

  async function activeUrl(tx: Kysely<Tables>, clientId: string): Promise<string> {
    const client = await tx
      .selectFrom('clients')
      .select(['domain', 'cabinet_status'])
      .where('id', '=', clientId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const url = urlOf(client?.domain ?? null);
    if (client?.cabinet_status !== 'active' || !url) throw new Refused('cabinet_not_active');
    return url;
  }
}
export type TicketService = ReturnType<typeof createTicketService>;

async function issue(
  tx: Kysely<Tables>,
  cabinet: string,
  ticket: {
    client_id: string;
    acting_user_id: string | null;
    read_only: boolean;
    reason: string | null;
    now: Date;
  },
): Promise<{ url: string }> {
  const { now, ...row } = ticket;
  const token = newToken();
  await tx
    .insertInto('cabinet_tickets')
    .values({
      ...row,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + ticketSeconds * 1000),
    })
    .execute();
  return { url: `${cabinet}${signInPath}?ticket=${token}` };
}
