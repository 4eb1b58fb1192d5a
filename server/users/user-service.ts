import { type Kysely, type RawBuilder, sql } from 'kysely';
import { linkSeconds } from '#contract/auth.ts';
import { holdsAll, type Permission, permissions } from '#contract/permissions.ts';
import { emailKey } from '#contract/primitives.ts';
import type { User, UserChanges, UserInput } from '#contract/user.ts';
import type { Locale } from '#contract/variants.ts';
import { auditChanges } from '#server/audit/audit-changes.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import type { LoginGuard } from '#server/auth/login-guard.ts';
import { voidLinks } from '#server/auth/one-time-links.ts';
import type { SessionService } from '#server/auth/session-service.ts';
import { inOrderOf } from '#server/db/list-rows.ts';
import { nextUpdate, refuseStaleOf } from '#server/db/row-version.ts';
import type { Tables, UserRow } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import type { Caller, StaffActor } from '#server/http/caller.ts';
import type { Listing } from '#server/http/list-reply.ts';
import { newId } from '#server/ids.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { translate } from '#server/messages.ts';
import { Refused, refusedField } from '#server/refused.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { wouldLoseLastKeeper } from './last-keeper.ts';
import type { TwoFactorService } from './two-factor-service.ts';
import {
  insertUser,
  presentAccounts,
  updateUser,
  userByEmail,
  userById,
  usersByIds,
  userSource,
} from './user-store.ts';

interface UserDeps {
  db: Kysely<Tables>;
  mail: MailService;
  sessions: SessionService;
  guard: LoginGuard;
  settings: SettingsService;
  twoFactor: TwoFactorService;
}

type StaffCaller = Caller<StaffActor>;

/**
 * Staff as staff see and change them (DESIGN section 8; API.md, "users"). Nobody grants what they don't hold, touches
 * an account above their own, or leaves nobody who keeps `users.write`.
 */
export function createUserService({ db, mail, sessions, guard, settings, twoFactor }: UserDeps) {
  return {
    listing: {
      name: 'users',
      source: () => userSource,
      rows: async (_caller, ids) => inOrderOf(ids, await usersByIds(db, ids)).map(present),
      csv: [
        'name',
        'email',
        { field: 'permissions', sql: namesOfPermissions },
        'invited',
        'created_at',
        'last_login',
        'two_factor',
        'two_factor_required',
        'deleted_at',
      ],
    } satisfies Listing<User>,

    async show(id: string): Promise<User> {
      const user = await userById(db, id);
      if (!user) throw new Refused('not_found');
      return present(user);
    },

    /** Every permission with its words, in the order that a form shows. */
    permissions(locale: Locale): { key: Permission; group: string; title: string }[] {
      return permissions.map((key) => ({
        key,
        group: translate(locale, `permissionGroups.${groupOf(key)}`),
        title: translate(locale, `permissionTitles.${key}`),
      }));
    },

    /** Invites by e-mail, in the inviter's language; no password passes through a colleague. */
    async create(caller: StaffCaller, input: UserInput): Promise<User> {
      const { now } = caller;
      const user = await alone(async (tx) => {
        refuseAbove(caller, input.permissions);
        if (await userByEmail(tx, input.email)) throw emailTaken();
        const row: UserRow = {
          ...input,
          id: newId(now),
          email_key: emailKey(input.email),
          password_hash: null,
          locale: (await userById(tx, caller.actor.id))?.locale ?? caller.locale,
          joined_at: null,
          last_login: null,
          created_at: now,
          updated_at: now,
          deleted_at: null,
          two_factor_at: null,
        };
        await insertUser(tx, row);
        await writeAudit(tx, caller, {
          action: 'user.create',
          subject: subjectOf(row),
          changes: auditChanges({}, editable(row)),
        });
        await writeInvitation(tx, now, row, 'user_invited');
        return row;
      });
      await takeInvitation(user.id, now);
      return present(user);
    },

    /** Refuses what the caller may not change at all, before a body is looked at: 404, 403. */
    async requireChangeable(caller: StaffCaller, id: string): Promise<void> {
      await changeable(db, caller, id);
    },

    /**
     * A new address of somebody who has not joined voids the invitation and sends a new one; one who has joined is
     * told at the old address.
     */
    async change(caller: StaffCaller, id: string, { updated_at, ...input }: UserChanges): Promise<User> {
      return alone(async (tx) => {
        const before = await changeable(tx, caller, id);
        if (before.deleted_at) throw new Refused('deleted');
        await refuseStaleOf(tx, before, updated_at, () => present(before));
        const wanted = { ...before, ...input };
        refuseAbove(caller, wanted.permissions);
        const changes = auditChanges(editable(before), editable(wanted));
        if (changes.length === 0) return present(before);
        await keepLastKeeper(tx, wanted);
        const after: UserRow = {
          ...wanted,
          email_key: emailKey(wanted.email),
          updated_at: nextUpdate(before.updated_at, caller.now),
        };
        const isMoved = after.email_key !== before.email_key;
        if (isMoved && (await userByEmail(tx, after.email))) throw emailTaken();
        await updateUser(tx, id, {
          ...editable(after),
          email_key: after.email_key,
          updated_at: after.updated_at,
        });
        await writeAudit(tx, caller, { action: 'user.change', subject: subjectOf(after), changes });
        if (isMoved) await writeNewAddress(tx, caller.now, before, after);
        return present(after);
      });
    },

    /** Deletes softly: sessions end, links are void, the address is free for others. */
    async remove(caller: StaffCaller, id: string): Promise<void> {
      await alone(async (tx) => {
        const user = await changeable(tx, caller, id);
        if (user.deleted_at) throw new Refused('deleted');
        await keepLastKeeper(tx, { id, permissions: null });
        await updateUser(tx, id, {
          deleted_at: caller.now,
          updated_at: nextUpdate(user.updated_at, caller.now),
        });
        await sessions.endAll(tx, id);
        await voidLinks(tx, { purpose: 'staff_invitation', accountId: id });
        await voidLinks(tx, { purpose: 'staff_reset', accountId: id });
        await voidLinks(tx, { purpose: 'second_factor', accountId: id });
        await writeAudit(tx, caller, { action: 'user.delete', subject: subjectOf(user) });
      });
    },

    /** Undoes a deletion unless somebody else has the address by now; they sign in anew. */
    async restore(caller: StaffCaller, id: string): Promise<User> {
      return alone(async (tx) => {
        const user = await changeable(tx, caller, id);
        if (!user.deleted_at) throw new Refused('not_deleted');
        if (await userByEmail(tx, user.email)) {
          throw new Refused('email_taken', { payload: ['errors.email_taken'] });
        }
        const changes = { deleted_at: null, updated_at: nextUpdate(user.updated_at, caller.now) };
        await updateUser(tx, id, changes);
        await writeAudit(tx, caller, { action: 'user.restore', subject: subjectOf(user) });
        return present({ ...user, ...changes });
      });
    },

    /** The invitation again with a new link, once per interval; the one before is void. */
    async inviteAgain(caller: StaffCaller, id: string): Promise<{ retry_after: number }> {
      const { now } = caller;
      refuseInvitation(await changeable(db, caller, id));
      const interval = await takeInvitation(id, now);
      await alone(async (tx) => {
        const user = await changeable(tx, caller, id);
        refuseInvitation(user);
        await writeInvitation(tx, now, user, 'resent');
        await writeAudit(tx, caller, { action: 'user.invite', subject: subjectOf(user) });
      });
      return { retry_after: interval };
    },

    /** Switches off the second factor of a colleague who has lost it. */
    async resetTwoFactor(caller: StaffCaller, id: string): Promise<User> {
      return alone(async (tx) => {
        const user = await changeable(tx, caller, id);
        if (user.deleted_at) throw new Refused('deleted');
        await twoFactor.reset(tx, caller, user);
        return present({ ...user, two_factor_at: null, updated_at: caller.now });
      });
    },

    /** Ends every session of an account; of one's own, all but the one that asks. */
    async endSessions(caller: StaffCaller, id: string): Promise<void> {
      await alone(async (tx) => {
        const user = await changeable(tx, caller, id);
        const isSelf = id === caller.actor.id;
        await sessions.endAll(tx, id, isSelf ? { except: caller.actor.sessionId } : {});
        await writeAudit(tx, caller, { action: 'user.end_sessions', subject: subjectOf(user) });
      });
    },
  };

  /** One change of staff at a time: the last keeper is a rule over all of them. */
  function alone<Result>(change: (tx: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    return db.transaction().execute(async (tx) => {
      await lockUntilCommit(tx, 'users');
      return change(tx);
    });
  }

  async function takeInvitation(id: string, now: Date): Promise<number> {
    const interval = await settings.get('resend_interval_seconds');
    await guard.takeInterval('staff_invitation', id, now, interval);
    return interval;
  }

  async function writeNewAddress(
    tx: Kysely<Tables>,
    now: Date,
    before: UserRow,
    after: UserRow,
  ): Promise<void> {
    if (!after.joined_at) return writeInvitation(tx, now, after, 'user_invited');
    await voidLinks(tx, { purpose: 'staff_reset', accountId: after.id });
    await mail.write(tx, now, {
      kind: 'email_changed',
      to: before.email,
      locale: after.locale,
      data: { name: after.name, email: after.email },
      reason: 'email_changed_by_staff',
      userId: after.id,
    });
  }

  async function writeInvitation(
    tx: Kysely<Tables>,
    now: Date,
    user: UserRow,
    reason: 'user_invited' | 'resent',
  ): Promise<void> {
    await mail.write(tx, now, {
      kind: 'staff_invitation',
      to: user.email,
      locale: user.locale,
      data: { name: user.name },
      reason,
      userId: user.id,
      link: {
        purpose: 'staff_invitation',
        accountId: user.id,
        email: user.email,
        seconds: linkSeconds.invitation,
      },
    });
  }
}
export type UserService = ReturnType<typeof createUserService>;

/** The account, locked; 404 when unknown, 403 when it is above the caller's own. */
async function changeable(tx: Kysely<Tables>, caller: StaffCaller, id: string): Promise<UserRow> {
  const user = await userById(tx, id, { lock: tx.isTransaction });
  if (!user) throw new Refused('not_found');
  refuseAbove(caller, user.permissions);
  return user;
}

function refuseAbove({ actor }: StaffCaller, wanted: readonly Permission[]): void {
  if (!holdsAll(actor.permissions, wanted)) throw new Refused('above_own_permissions');
}

function refuseInvitation({ deleted_at, joined_at }: UserRow): void {
  if (deleted_at) throw new Refused('deleted');
  if (joined_at) throw new Refused('already_confirmed');
}

async function keepLastKeeper(
  tx: Kysely<Tables>,
  change: { id: string; permissions: readonly Permission[] | null },
): Promise<void> {
  if (wouldLoseLastKeeper(await presentAccounts(tx), change)) throw new Refused('last_keeper');
}

/** As the list shows them. */
function namesOfPermissions({ locale }: Caller): RawBuilder<unknown> {
  const words = permissions.map((name) => [name, translate(locale, `permissions.${name.replace('.', '_')}`)]);
  return sql`(select string_agg(coalesce(${JSON.stringify(Object.fromEntries(words))}::jsonb ->> name, name), ', ' order by place)
    from unnest(u.permissions) with ordinality as held (name, place))`;
}

function emailTaken(): Refused {
  return refusedField('email', 'errors.email_taken');
}

function editable({ email, name, permissions: held, two_factor_required }: UserRow) {
  return { email, name, permissions: held, two_factor_required };
}

function subjectOf({ id, name }: UserRow) {
  return { type: 'user', id, name };
}

function groupOf(permission: Permission): string {
  return permission === 'read_only' ? 'restriction' : (permission.split('.', 1)[0] ?? permission);
}

function present(user: UserRow): User {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    permissions: user.permissions,
    created_at: user.created_at.toISOString(),
    deleted_at: user.deleted_at?.toISOString() ?? null,
    invited: user.joined_at === null,
    last_login: user.last_login?.toISOString() ?? null,
    two_factor: user.two_factor_at !== null,
    two_factor_required: user.two_factor_required,
    updated_at: user.updated_at.toISOString(),
  };
}
