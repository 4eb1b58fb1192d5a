import type { AccountKind } from '#server/db/tables.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { DeviceCookies } from './device-cookie.ts';

/** Answers a sign-in: from now on the browser is a known device of the account (GROWTH section 15, "Logins"). */
export function knowDevice<Answer extends { data: { id: string; person?: { id: string } } }>(
  devices: DeviceCookies,
  kind: AccountKind,
  { caller, setCookie }: { caller: Caller; setCookie(cookie: string): void },
  answer: Answer,
): Answer {
  setCookie(devices.remembering(caller.cookies, kind, answer.data.person?.id ?? answer.data.id, caller.now));
  return answer;
}
