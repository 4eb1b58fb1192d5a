import * as z from 'zod';

/**
 * What was typed when a session ended, kept in this tab until the same person is back: in session storage, by account
 * and by the place on a screen. Without such a storage nothing is kept.
 */

const prefix = 'draft ';
const stored = z.object({ account: z.string(), values: z.unknown(), base: z.unknown().optional() });

export interface KeptDraft {
  values: unknown;
  /** What the form began with, as the server had it then. */
  base?: unknown;
}

export function keepDraft(account: string, place: string, { values, base }: KeptDraft): void {
  attempt(() => sessionStorage.setItem(prefix + place, JSON.stringify({ account, values, base })));
}

export function hasDraft(account: string, place: string): boolean {
  return read(place)?.account === account;
}

/** The draft of this person here; it is handed out once. */
export function takeDraft(account: string, place: string): KeptDraft | null {
  const draft = read(place);
  if (draft?.account !== account) return null;
  attempt(() => sessionStorage.removeItem(prefix + place));
  return draft;
}

/** Forgets all drafts, or those of everybody but one. */
export function forgetDrafts({ except }: { except?: string } = {}): void {
  for (const key of attempt(() => Object.keys(sessionStorage)) ?? []) {
    if (!key.startsWith(prefix)) continue;
    if (except !== undefined && hasDraft(except, key.slice(prefix.length))) continue;
    attempt(() => sessionStorage.removeItem(key));
  }
}

function read(place: string): z.infer<typeof stored> | null {
  const text = attempt(() => sessionStorage.getItem(prefix + place)) ?? null;
  if (text === null) return null;
  return attempt(() => stored.parse(JSON.parse(text))) ?? null;
}

/** A browser may refuse its storage, or have something else there. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
