import type { Kysely } from 'kysely';
import type {
  ClientChanges,
  ClientDetails,
  ClientInput,
  ClientLetter,
  ClientSettings,
  ClientSettingsInput,
} from '#contract/client.ts';
import { emailKey } from '#contract/primitives.ts';
import type { Variant } from '#contract/variants.ts';
import { auditChanges } from '#server/audit/audit-changes.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import type { LoginGuard } from '#server/auth/login-guard.ts';
import { voidLinks } from '#server/auth/one-time-links.ts';
import type { SessionService } from '#server/auth/session-service.ts';
import type { ProvisioningService } from '#server/cabinets/provisioning-service.ts';
import { nextUpdate, refuseStaleOf } from '#server/db/row-version.ts';
import type { ClientRow, Tables } from '#server/db/tables.ts';
import { type Caller, type StaffActor, systemCaller } from '#server/http/caller.ts';
import { newId } from '#server/ids.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { Refused, refusedField } from '#server/refused.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { blockedByHand } from '#server/subscriptions/manual-block.ts';
import { addDays } from '#server/subscriptions/periods.ts';
import type { SubscriptionService } from '#server/subscriptions/subscription-service.ts';
import type { UsageWatch } from '#server/subscriptions/usage-watch.ts';
import type { TariffService } from '#server/tariffs/tariff-service.ts';
import { awaitedLetter, clientConfirmation, clientInvitation } from './client-invitation.ts';
import type { ClientService } from './client-service.ts';
import { clientById, insertClient, takenContacts, unconfirmedSince, updateClient } from './client-store.ts';
import { checkedContact, phoneOf } from './contact.ts';
import { refuseTaken, takingContacts } from './registration-service.ts';

interface ClientChangeDeps {
  db: Kysely<Tables>;
  clients: ClientService;
  provisioning: ProvisioningService;
  subscriptions: SubscriptionService;
  sessions: SessionService;
  guard: Pick<LoginGuard, 'takeInterval'>;
  settings: SettingsService;
  tariffs: TariffService;
  mail: MailService;
  usage: Pick<UsageWatch, 'recheck'>;
  variant: Variant;
  timeZone: string;
  defaultLocale: ClientRow['locale'];
}

type StaffCaller = Caller<StaffActor>;

/** The clean-up comes every hour. */
const removedAtOnce = 500;

/** What staff do to clients (API.md, "clients"; DESIGN sections 5 and 7). */
export function createClientChangeService(deps: ClientChangeDeps) {
  const { db, clients, provisioning, subscriptions, usage, sessions, settings, tariffs, mail } = deps;

  return {
    /** A client whose cabinet is made at once; the invitation sets the password and confirms the address. */
    async create(caller: StaffCaller, input: ClientInput): Promise<ClientDetails> {
      const { now } = caller;
      const id = newId(now);
      const {
        send_invitation = true,
        locale = deps.defaultLocale,
        tariff_id,
        manager_id,
        ...contact
      } = input;
      await takingContacts(db, async (tx) => {
        const phone_e164 = phoneOf(contact);
        refuseTaken(await takenContacts(tx, { email: contact.email, phoneE164: phone_e164 }));
        const client = {
          ...contact,
          id,
          phone_e164,
          locale,
          status: 'unconfirmed' as const,
          password_hash: null,
          tariff_id: await startingTariff(tx, tariff_id),
          manager_id: await knownManager(tx, manager_id),
          created_at: now,
        };
        await insertClient(tx, client);
        await provisioning.start(tx, id, now);
        await writeAudit(tx, caller, {
          action: 'client.create',
          subject: { type: 'client', id, name: client.name },
          clientId: id,
          changes: auditChanges(
            {},
            { ...contact, tariff_id: client.tariff_id, manager_id: client.manager_id },
          ),
        });
        if (send_invitation) await mail.write(tx, now, clientInvitation(client));
      });
      if (send_invitation) await takeLetter(id, now);
      return clients.show(caller, id);
    },

    /** Any editable field; a new address is told to the old one, and voids what went there. */
    async change(
      caller: StaffCaller,
      id: string,
      { updated_at, status, ...input }: ClientChanges,
    ): Promise<ClientDetails> {
      const seen = await clients.show(caller, id);
      await takingContacts(db, async (tx) => {
        await present(tx, id);
        if (status) await subscriptions.settle(tx, id, caller.now);
        const before = await present(tx, id);
        await refuseStaleOf(tx, before, updated_at, () => seen);
        const fields = withoutEmptyTexts(input);
        const contact = checkedContact(deps.variant, before, fields);
        refuseTaken(
          await takenContacts(tx, {
            ...(input.email !== undefined && { email: input.email }),
            ...(contact.phone_e164 !== undefined && { phoneE164: contact.phone_e164 }),
            except: id,
          }),
        );
        if (input.manager_id) await knownManager(tx, input.manager_id);
        const after: ClientRow = {
          ...before,
          ...fields,
          ...contact,
          ...statusChange(before, status),
        };
        if (auditChanges(before, after).length === 0) return;
        const { email_key: _, ...row } = after;
        await updateClient(tx, id, { ...row, updated_at: nextUpdate(before.updated_at, caller.now) });
        await moveSubscription(tx, before, after, caller.now);
        await usage.recheck(tx, [id], caller.now);
        const { status: reached } = await present(tx, id);
        await writeAudit(tx, caller, {
          action: 'client.change',
          subject: { type: 'client', id, name: after.name },
          clientId: id,
          changes: auditChanges(before, { ...after, status: reached }),
        });
        if (emailKey(after.email) !== before.email_key) await tellNewAddress(tx, caller.now, before, after);
        await provisioning.settleLater(tx, id);
      });
      return clients.show(caller, id);
    },

    /** The letter that lets a client in, with a new link, once per interval; the one before is void. */
    async invite(caller: StaffCaller, id: string): Promise<{ retry_after: number }> {
      const { now } = caller;
      awaitedBy(await present(db, id));
      const interval = await takeLetter(id, now);
      await db.transaction().execute(async (tx) => {
        const client = await present(tx, id);
        const letter = awaitedBy(client);
        const write = letter === 'invitation' ? clientInvitation : clientConfirmation;
        await mail.write(tx, now, write(client, 'sent_by_staff'));
        await writeAudit(tx, caller, {
          action: `client.${letter}`,
          subject: { type: 'client', id, name: client.name },
          clientId: id,
        });
      });
      return { retry_after: interval };
    },

    /** Softly: sessions end, links are void, address and phone are free for others, the cabinet is suspended. */
    async remove(caller: StaffCaller, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const client = await present(tx, id);
        const { now } = caller;
        await subscriptions.settle(tx, id, now);
        await updateClient(tx, id, { deleted_at: now, updated_at: nextUpdate(client.updated_at, now) });
        await subscriptions.stop(tx, id);
        await sessions.endAll(tx, id);
        await voidClientLinks(tx, id);
        await writeAudit(tx, caller, {
          action: 'client.delete',
          subject: { type: 'client', id, name: client.name },
          clientId: id,
        });
        await provisioning.settleLater(tx, id);
      });
    },

    /**
     * Deletes whoever registered, never confirmed and has no cabinet, `unconfirmed_retention_days` after anything last
     * happened to the account (softly, as staff would). Gives how many there were.
     */
    async removeUnconfirmed(now: Date): Promise<number> {
      const days = await settings.get('unconfirmed_retention_days');
      const oldest = addDays(now, -days, deps.timeZone);
      return db.transaction().execute(async (tx) => {
        const gone = await unconfirmedSince(tx, oldest, removedAtOnce);
        for (const { id, name } of gone) {
          await updateClient(tx, id, { deleted_at: now, updated_at: now });
          await sessions.endAll(tx, id);
          await voidClientLinks(tx, id);
          await writeAudit(tx, systemCaller(now, deps.defaultLocale), {
            action: 'client.expire',
            subject: { type: 'client', id, name },
            clientId: id,
          });
        }
        return gone.length;
      });
    },

    /** Undoes a deletion; the period that ran goes on by the time spent deleted. */
    async restore(caller: StaffCaller, id: string): Promise<ClientDetails> {
      await takingContacts(db, async (tx) => {
        const client = await clientById(tx, id, { lock: true });
        if (!client) throw new Refused('not_found');
        if (!client.deleted_at) throw new Refused('not_deleted');
        refuseTaken(
          await takenContacts(tx, { email: client.email, phoneE164: client.phone_e164, except: id }),
        );
        const { now } = caller;
        await updateClient(tx, id, { deleted_at: null, updated_at: nextUpdate(client.updated_at, now) });
        await subscriptions.restore(tx, id, client.deleted_at, now);
        await writeAudit(tx, caller, {
          action: 'client.restore',
          subject: { type: 'client', id, name: client.name },
          clientId: id,
        });
        await provisioning.settleLater(tx, id);
      });
      return clients.show(caller, id);
    },

    async settings(id: string): Promise<ClientSettings> {
      const client = await clientById(db, id);
      if (!client) throw new Refused('not_found');
      return presentSettings(db, client);
    },

    /** Cabinet times of one client; its own free period moves the end of one that runs. */
    async changeSettings(
      caller: StaffCaller,
      id: string,
      input: ClientSettingsInput,
    ): Promise<ClientSettings> {
      return db.transaction().execute(async (tx) => {
        const before = await present(tx, id);
        const after = { ...before, ...input };
        const changes = auditChanges(before, after);
        if (changes.length === 0) return presentSettings(tx, before);
        await subscriptions.withNewTerms(tx, id, caller.now, () =>
          updateClient(tx, id, { ...input, updated_at: nextUpdate(before.updated_at, caller.now) }),
        );
        if (after.free_period_days !== before.free_period_days)
          await subscriptions.moveFreePeriod(tx, id, caller.now);
        await writeAudit(tx, caller, {
          action: 'client.settings',
          subject: { type: 'client', id, name: before.name },
          clientId: id,
          changes,
        });
        return presentSettings(tx, after);
      });
    },
  };

  async function presentSettings(tx: Kysely<Tables>, client: ClientRow): Promise<ClientSettings> {
    const general = {
      free_period_days: await settings.get('free_period_days', tx),
      term_without_payment_days: await settings.get('term_without_payment_days', tx),
      database_retention_days: await settings.get('database_retention_days', tx),
    };
    return {
      free_period_days: client.free_period_days,
      term_without_payment_days: client.term_without_payment_days,
      database_retention_days: client.database_retention_days,
      general,
      effective: {
        free_period_days: await subscriptions.freePeriodDays(tx, client.id),
        term_without_payment_days: client.term_without_payment_days ?? general.term_without_payment_days,
        database_retention_days: client.database_retention_days ?? general.database_retention_days,
      },
    };
  }

  /** What a block by hand, or its end, means for time and money. */
  async function moveSubscription(
    tx: Kysely<Tables>,
    before: ClientRow,
    after: ClientRow,
    now: Date,
  ): Promise<void> {
    if (after.blocked_from !== null && before.blocked_from === null) await subscriptions.stop(tx, after.id);
    if (after.blocked_from === null && before.blocked_from !== null) {
      await subscriptions.unblock(tx, after.id, before.blocked_from, now);
    }
  }

  /** Counted with what the client asks for alike: it is the same letter. */
  async function takeLetter(id: string, now: Date): Promise<number> {
    const interval = await settings.get('resend_interval_seconds');
    await deps.guard.takeInterval('confirm', id, now, interval);
    return interval;
  }

  async function startingTariff(tx: Kysely<Tables>, chosen: string | undefined): Promise<string> {
    if (chosen === undefined) return (await tariffs.forNewClient(tx)).id;
    if (!(await tariffs.isOpen(tx, chosen))) throw refusedField('tariff_id', 'validation.notAllowed');
    return chosen;
  }

  /** The old address hears of it; whoever has not confirmed or joined yet gets the letter at the new one. */
  async function tellNewAddress(
    tx: Kysely<Tables>,
    now: Date,
    before: ClientRow,
    after: ClientRow,
  ): Promise<void> {
    await voidClientLinks(tx, after.id);
    if (after.confirmed_at) {
      await mail.write(tx, now, {
        kind: 'email_changed',
        to: before.email,
        locale: after.locale,
        data: { name: after.name, email: after.email },
        reason: 'email_changed_by_staff',
        clientId: after.id,
      });
    } else if (after.password_hash === null) {
      await mail.write(tx, now, clientInvitation(after));
    } else {
      await mail.write(tx, now, clientConfirmation(after, 'email_change_asked'));
    }
  }
}
export type ClientChangeService = ReturnType<typeof createClientChangeService>;

/** The client for a change; one that is deleted must be restored first. */
async function present(tx: Kysely<Tables>, id: string): Promise<ClientRow> {
  const client = await clientById(tx, id, { lock: tx.isTransaction });
  if (!client) throw new Refused('not_found');
  if (client.deleted_at) throw new Refused('deleted');
  return client;
}

function awaitedBy(client: ClientRow): ClientLetter {
  const letter = awaitedLetter(client);
  if (!letter) throw new Refused('already_confirmed');
  return letter;
}

/** A block by hand keeps the state below; what comes after one is the lifecycle's to say. */
function statusChange(before: ClientRow, wanted: 'active' | 'blocked' | undefined): Partial<ClientRow> {
  if (wanted === 'blocked') return blockedByHand(before) ?? {};
  return wanted === 'active' ? { blocked_from: null } : {};
}

async function knownManager(tx: Kysely<Tables>, id: string | null | undefined): Promise<string | null> {
  if (!id) return null;
  const manager = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!manager) throw refusedField('manager_id', 'validation.notAllowed');
  return id;
}

async function voidClientLinks(tx: Kysely<Tables>, accountId: string): Promise<void> {
  for (const purpose of ['confirm', 'confirm_new_email', 'reset', 'client_invitation'] as const) {
    await voidLinks(tx, { purpose, accountId });
  }
}

/** An emptied text is none, so that it sorts and filters like one that was never given. */
function withoutEmptyTexts<Fields extends object>(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([name, value]) => [name, value === '' ? null : value]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Fields; // the same keys
}
