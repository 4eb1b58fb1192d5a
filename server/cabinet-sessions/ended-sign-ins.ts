interface SignIn {
  person_id: string | null;
  acting_user_id: string | null;
  session_id: string;
  signed_in_at: Date;
  /** When the platform's session was ended. */
  ended_at: Date | null;
  /** The colleague's sessions count from this moment on. */
  acting_from: Date | null;
}

interface PersonEnd {
  id: string;
  valid_from: Date;
}

/** How many ended sessions are named. For earlier ones the person's moment is moved instead. */
const mostNamed = 100;

/**
 * Who no longer has a session in a cabinet, from its sign-ins, oldest first (GROWTH section 15). A colleague who has
 * signed in again since is not named: `sessions` names their older sessions. When more sessions ended than can be
 * named, the person's moment moves past the rest, which may end a session that goes on.
 */
export function endedSignIns({
  from,
  persons,
  signIns,
}: {
  from: Date | null;
  persons: readonly PersonEnd[];
  signIns: readonly SignIn[];
}): { persons: PersonEnd[]; actingUsers: string[]; sessions: string[] } {
  const counting = signIns.filter(({ signed_in_at }) => !from || signed_in_at >= from);
  const lastOfUser = new Map(counting.map((one) => [one.acting_user_id, one]));
  const ended = [...new Map(counting.map((one) => [one.session_id, one])).values()].filter(isEnded);
  const moments = new Map(persons.map(({ id, valid_from }) => [id, valid_from]));
  for (const { person_id: id, signed_in_at } of ended.slice(0, -mostNamed)) {
    const moment = new Date(signed_in_at.getTime() + 1);
    if (id && moment > (moments.get(id) ?? new Date(0))) moments.set(id, moment);
  }
  return {
    persons: [...moments].map(([id, valid_from]) => ({ id, valid_from })),
    actingUsers: [...lastOfUser].flatMap(([id, last]) => (id && isEnded(last) ? [id] : [])),
    sessions: ended.slice(-mostNamed).map(({ session_id }) => session_id),
  };
}

function isEnded({ ended_at, acting_from, signed_in_at }: SignIn): boolean {
  return ended_at !== null || (acting_from !== null && signed_in_at < acting_from);
}
