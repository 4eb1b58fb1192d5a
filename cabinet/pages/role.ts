import { type MemberRole, mayAs } from '#contract/accounts/member-role.ts';
import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import type { Session } from '../sign-in/session-store.ts';

interface Reader {
  session: Pick<Session, 'acting_user' | 'person_id'>;
  entitlements: Pick<Entitlements, 'members'>;
}

/** What the reader is for the client, as the platform said last: a changed role holds from the next page on. */
export function roleOf({ session, entitlements: { members } }: Reader): MemberRole {
  // A colleague acts as the client. A platform from before roles names nobody.
  if (session.acting_user !== null || members.length === 0) return 'owner';
  return members.find(({ id }) => id === session.person_id)?.role ?? 'member';
}

/** Whether the reader may what `lowest` may. */
export function isAtLeast(reader: Reader, lowest: MemberRole): boolean {
  return mayAs(roleOf(reader), lowest);
}

/** The platform's pages about the customer are not for colleagues. */
export function mayChangeTariff(reader: Reader): boolean {
  return reader.session.acting_user === null && isAtLeast(reader, 'admin');
}
