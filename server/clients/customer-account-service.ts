import type { Kysely } from 'kysely';
import { linkSeconds } from '#contract/auth.ts';
import type { CustomerProfile, CustomerProfileInput, StaffSignIn } from '#contract/customer.ts';
import { emailKey } from '#contract/primitives.ts';
import type { Variant } from '#contract/variants.ts';
import { auditChanges } from '#server/audit/audit-changes.ts';
import { signInsAsClient, writeAudit } from '#server/audit/audit-store.ts';
import type { LoginGuard } from '#server/auth/login-guard.ts';
import { requireOwnPassword } from '#server/auth/own-password.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { SessionService } from '#server/auth/session-service.ts';
import type { ProvisioningService } from '#server/cabinets/provisioning-service.ts';
import { refuseStale } from '#server/db/row-version.ts';
import type { ClientRow, Tables } from '#server/db/tables.ts';
import type { Caller, CustomerActor } from '#server/http/caller.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { Refused } from '#server/refused.ts';
import { clientById, takenContacts, updateClient } from './client-store.ts';
import { checkedContact } from './contact.ts';
import { profileOf } from './customer-view.ts';
import { tellPasswordChange } from './password-change.ts';
import { refuseTaken, takingContacts } from './registration-service.ts';

interface CustomerAccountDeps {
  db: Kysely<Tables>;
  sessions: SessionService;
  passwords: Passwords;
  guard: LoginGuard;
  mail: MailService;
  provisioning: Pick<ProvisioningService, 'urlOf'>;
  variant: Variant;
}

const shownSignIns = 50;

/**
 * What signed-in customers do with their own account (API.md, prefix `auth`; DESIGN section 10.14).
 */
export function createCustomerAccountService(deps: CustomerAccountDeps) {
  const { db, sessions, passwords, mail } = deps;
  const { urlOf } = deps.provisioning;

  return {
    async me({ actor }: Caller<CustomerActor>): Promise<CustomerProfile> {
      const client = await clientById(db, actor.id);
      if (!client) throw new Refused('unauthorized');
      return profileOf(client, urlOf);
    },

    /** One's own profile. A new e-mail waits for its confirmation; it and a new password need the present one. */
    async changeMe(caller: Caller<CustomerActor>, input: CustomerProfileInput): Promise<CustomerProfile> {
      const client = await clientById(db, caller.actor.id);
      if (!client) throw new Refused('unauthorized');
      const newEmail =
        input.email !== undefined && emailKey(input.email) !== client.email_key ? input.email : undefined;
      if (newEmail !== undefined || input.password !== undefined)
        await requireOwnPassword(deps, caller, client, input.current_password);
      const passwordHash = input.password === undefined ? undefined : await passwords.hash(input.password);
      return takingContacts(db, async (tx) => {
        const before = await clientById(tx, client.id, { lock: true });
        if (!before || before.deleted_at) throw new Refused('unauthorized');
        refuseStale(input.updated_at, before.updated_at, () => profileOf(before, urlOf));
        const changes = contactChanges(before, input);
        refuseTaken(
          await takenContacts(tx, {
            ...(newEmail !== undefined && { email: newEmail }),
            ...(changes.phone_e164 !== undefined && { phoneE164: changes.phone_e164 }),
            except: before.id,
          }),
        );
        await updateClient(tx, before.id, {
          ...changes,
          ...(newEmail !== undefined && { pending_email: newEmail }),
          ...(passwordHash && { password_hash: passwordHash }),
          updated_at: caller.now,
        });
        const after = { ...before, ...changes };
        const audited = auditChanges(before, after);
        if (audited.length > 0) {
          await writeAudit(tx, caller, {
            action: 'client.change',
            subject: { type: 'client', id: before.id, name: after.name },
            clientId: before.id,
            changes: audited,
          });
        }
        if (newEmail !== undefined) await writeNewEmail(tx, caller.now, after, newEmail);
        if (passwordHash) {
          await sessions.endAll(tx, before.id, { except: caller.actor.sessionId });
          await tellPasswordChange(tx, caller, after, mail);
        }
        const stored = await clientById(tx, before.id);
        return profileOf(stored ?? after, urlOf);
      });
    },

    ownSessions: ({ actor, now }: Caller<CustomerActor>) =>
      sessions.list('customer', actor.id, actor.sessionId, now),

    async endOwnSession({ actor }: Caller<CustomerActor>, id: string): Promise<void> {
      if (!(await sessions.end(actor.id, id))) throw new Refused('not_found');
    },

    /** When staff were in the cabinet in the customer's place, the latest first. */
    async staffSignIns({ actor }: Caller<CustomerActor>): Promise<StaffSignIn[]> {
      const rows = await signInsAsClient(db, actor.id, shownSignIns);
      return rows.map(({ id, at, actor_name, changes }) => {
        const said = (field: string) => changes.find((change) => change.field === field)?.after;
        const reason = said('reason');
        return {
          id,
          at: at.toISOString(),
          by: actor_name,
          reason: typeof reason === 'string' ? reason : null,
          read_only: said('read_only') === true,
        };
      });
    },
  };

  async function writeNewEmail(
    tx: Kysely<Tables>,
    now: Date,
    client: ClientRow,
    email: string,
  ): Promise<void> {
    await mail.write(tx, now, {
      kind: 'confirm_new_email',
      to: email,
      locale: client.locale,
      data: { name: client.name },
      reason: 'email_change_asked',
      clientId: client.id,
      link: { purpose: 'confirm_new_email', accountId: client.id, email, seconds: linkSeconds.confirm },
    });
  }

  /** The columns that change, checked together with those that stay. */
  function contactChanges(before: ClientRow, input: CustomerProfileInput): Partial<ClientRow> {
    const {
      email: _email,
      password: _password,
      password_confirmation: _repeated,
      current_password: _current,
      updated_at: _at,
      ...own
    } = input;
    const changes: Partial<ClientRow> = Object.fromEntries(
      Object.entries(own).flatMap(([name, value]) => (value === undefined ? [] : [[name, value || null]])),
    );
    return { ...changes, ...checkedContact(deps.variant, before, own) };
  }
}
export type CustomerAccountService = ReturnType<typeof createCustomerAccountService>;
