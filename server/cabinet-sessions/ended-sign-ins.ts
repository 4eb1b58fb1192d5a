interface SignIn {
  person_id: string | null;
  acting_user_id: string | null;
  session_id: string;
  signed_in_at: Date;
  /** When its session of the platform was ended. */
  ended_at: Date | null;
  /** From when on this colleague's sessions count. */
  acting_from: Date | null;
}

interface PersonEnd {
  id: string;
  valid_from: Date;
}

/** How many sessions a cabinet is told of by name; what ended before is told by a person's moment. */
const mostNamed = 100;

/**
 * Who has no session in a cabinet any more, from its sign-ins, oldest first (GROWTH section 15).
 *
 * A colleague who has signed in again since isn't named: their older sessions are known by `sessions`. When more
 * sessions ended than are named, the person's moment moves behind the rest, which may end one that goes on.
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
