import { actingSessionSeconds, cabinetSessionSeconds } from '#contract/cabinets/cabinet.ts';
import type { Db } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { endedSignIns } from './ended-sign-ins.ts';

type EndedSessions =
  /** All sessions in a client's cabinet, those of colleagues who act as the client included. */
  | { clientId: string; at: Date }
  /** One person's own; `keepNewest`: all but the one that began last. */
  | { clientId: string; personId: string; keepNewest?: boolean; at: Date }
  /** Those that a colleague opened by signing in as somebody, in every cabinet. */
  | { actingUserId: string; at: Date };

/**
 * Ends sessions in cabinets (GROWTH section 15, "Cabinets learn it by the protocol"). It stores the moment since
 * which sessions are valid, and `entitlements` passes it on. A session is valid if it began at that moment or later.
 * The moment is later than every session so far, and no session begins before it (`beginCabinetSession`), so the
 * clocks of two servers don't matter. The caller has locked the account's row.
 */
export async function endCabinetSessions(tx: Db, ended: EndedSessions): Promise<void> {
  if ('actingUserId' in ended) return endActing(tx, ended.actingUserId, ended.at);
  if ('personId' in ended) return endPerson(tx, ended);
  const { clientId, at } = ended;
  const cabinet_sessions_from = latest(at, after(await newestOf(tx, { clientId })));
  await tx.updateTable('clients').set({ cabinet_sessions_from }).where('id', '=', clientId).execute();
}

async function endActing(tx: Db, userId: string, at: Date): Promise<void> {
  const valid_from = latest(at, after(await newestOf(tx, { actingUserId: userId })));
  await tx
    .insertInto('cabinet_acting_users')
    .values({ user_id: userId, valid_from })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ valid_from }))
    .execute();
}

async function endPerson(
  tx: Db,
  { clientId, personId, keepNewest = false, at }: Extract<EndedSessions, { personId: string }>,
): Promise<void> {
  const kept = keepNewest ? await newestOf(tx, { clientId, personId, goingOn: true }) : undefined;
  const before = await validFrom(tx, { clientId, personId });
  // The session to keep may have ended already: then no earlier one comes back.
  const valid_from = latest(kept ?? latest(at, after(await newestOf(tx, { clientId, personId }))), ...before);
  await tx
    .insertInto('cabinet_persons')
    .values({ client_id: clientId, person_id: personId, valid_from })
    .onConflict((conflict) => conflict.columns(['client_id', 'person_id']).doUpdateSet({ valid_from }))
    .execute();
}

/**
 * Records that a ticket was redeemed, and returns when its session began, which the cabinet compares with the moments
 * above. The caller has locked the rows of the client, of the platform's session and of the colleague, if one acts.
 */
export async function beginCabinetSession(
  tx: Db,
  begun: {
    clientId: string;
    who: { actingUserId: string } | { personId: string };
    sessionId: string;
    userAgent: string | null;
    now: Date;
  },
): Promise<Date> {
  const { clientId, who, sessionId, userAgent, now } = begun;
  const [actingUserId, personId] = 'personId' in who ? [null, who.personId] : [who.actingUserId, null];
  const began = latest(now, ...(await validFrom(tx, { clientId, personId: actingUserId ?? personId ?? '' })));
  await tx
    .insertInto('cabinet_sign_ins')
    .values({
      id: newId(now),
      client_id: clientId,
      person_id: personId,
      acting_user_id: actingUserId,
      session_id: sessionId,
      user_agent: userAgent,
      signed_in_at: began,
    })
    .execute();
  return began;
}

/**
 * Ends the cabinet sessions that came from an account's session of the platform, so signing out once signs out
 * everywhere (GROWTH section 15). Call it after that session's row is deleted: redeeming a ticket locks that row, so
 * no session can be opened unseen.
 */
export async function endCabinetSessionsFrom(
  tx: Db,
  { sessionId, accountId, at }: { sessionId: string; accountId: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('cabinet_sign_ins')
    .set({ ended_at: at })
    .where('session_id', '=', sessionId)
    .where((eb) => eb.or([eb('person_id', '=', accountId), eb('acting_user_id', '=', accountId)]))
    .where('ended_at', 'is', null)
    .execute();
}

/** The ended sessions that a cabinet is told of. Sessions that would have expired by now are left out. */
export async function endedSessionsOf(tx: Db, clientId: string, now: Date) {
  const [client, persons, signIns] = await Promise.all([
    tx
      .selectFrom('clients')
      .select('cabinet_sessions_from as from')
      .where('id', '=', clientId)
      .executeTakeFirst(),
    tx
      .selectFrom('cabinet_persons')
      .select(['person_id as id', 'valid_from'])
      .where('client_id', '=', clientId)
      .orderBy('person_id')
      .execute(),
    livingSignIns(tx, clientId, now),
  ]);
  const ended = endedSignIns({ from: client?.from ?? null, persons, signIns });
  return {
    sessions_valid_from: client?.from?.toISOString() ?? null,
    persons: ended.persons.map(({ id, valid_from }) => ({ id, valid_from: valid_from.toISOString() })),
    acting_users_ended: ended.actingUsers,
    sessions_ended: ended.sessions,
  };
}

/** Sign-ins whose sessions have not expired by themselves, oldest first. */
async function livingSignIns(tx: Db, clientId: string, now: Date) {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  return tx
    .selectFrom('cabinet_sign_ins as s')
    .leftJoin('cabinet_acting_users as a', 'a.user_id', 's.acting_user_id')
    .select([
      's.person_id',
      's.acting_user_id',
      's.session_id',
      's.signed_in_at',
      's.ended_at',
      'a.valid_from as acting_from',
    ])
    .where('s.client_id', '=', clientId)
    .where('s.signed_in_at', '>', ago(cabinetSessionSeconds))
    .where((eb) =>
      eb.or([eb('s.acting_user_id', 'is', null), eb('s.signed_in_at', '>', ago(actingSessionSeconds))]),
    )
    .orderBy('s.signed_in_at')
    .execute();
}

async function validFrom(
  tx: Db,
  { clientId, personId }: { clientId: string; personId: string },
): Promise<(Date | null)[]> {
  const rows = await tx
    .selectFrom('clients')
    .select('cabinet_sessions_from as moment')
    .where('id', '=', clientId)
    .unionAll(
      tx
        .selectFrom('cabinet_persons')
        .select('valid_from as moment')
        .where('client_id', '=', clientId)
        .where('person_id', '=', personId),
    )
    .unionAll(
      tx.selectFrom('cabinet_acting_users').select('valid_from as moment').where('user_id', '=', personId),
    )
    .execute();
  return rows.map(({ moment }) => moment);
}

/** When the latest session began; `goingOn`: only sessions whose session of the platform has not been ended. */
async function newestOf(
  tx: Db,
  whose: { clientId: string; personId?: string; goingOn?: boolean } | { actingUserId: string },
): Promise<Date | undefined> {
  let query = tx
    .selectFrom('cabinet_sign_ins')
    .select('signed_in_at')
    .orderBy('signed_in_at', 'desc')
    .limit(1);
  if ('actingUserId' in whose) query = query.where('acting_user_id', '=', whose.actingUserId);
  else {
    query = query.where('client_id', '=', whose.clientId);
    if (whose.personId !== undefined) query = query.where('person_id', '=', whose.personId);
    if (whose.goingOn) query = query.where('ended_at', 'is', null);
  }
  return (await query.executeTakeFirst())?.signed_in_at;
}

function after(moment: Date | undefined): Date | null {
  return moment ? new Date(moment.getTime() + 1) : null;
}

function latest(first: Date, ...others: (Date | null)[]): Date {
  return others.reduce<Date>((last, moment) => (moment && moment > last ? moment : last), first);
}
