import * as z from 'zod';
import { tabStorage } from '#web/ui/shared/json-storage.ts';

/**
 * What was typed when a session ended, kept in this tab until the same person is back, by account and by the place on
 * a screen.
 */

const prefix = 'draft ';
/** What is no JSON, or too large for the storage of a tab. */
const inMemory = new Map<string, { account: string; values: unknown }>();
const stored = z.object({ account: z.string(), values: z.unknown(), base: z.unknown().optional() });

export interface KeptDraft {
  values: unknown;
  /** What the form began with, as the server had it then. */
  base?: unknown;
}

export function keepDraft(account: string, place: string, { values, base }: KeptDraft): void {
  tabStorage.keep(prefix + place, { account, values, base });
}

/** The same for what only the page itself can hold; leaving the page is asked about first. */
export function keepInMemory(account: string, place: string, values: unknown): void {
  inMemory.set(place, { account, values });
  addEventListener('beforeunload', askFirst);
}

/** What this very place has kept in memory for this person; it is handed out once. */
export function takeFromMemory(account: string, place: string): unknown {
  const draft = inMemory.get(place);
  if (draft?.account !== account) return null;
  forgetInMemory(place);
  return draft.values;
}

/** The draft of this person here; it is handed out once. */
export function takeDraft(account: string, place: string): KeptDraft | null {
  const draft = read(prefix + place);
  if (draft?.account !== account) return null;
  tabStorage.forget(prefix + place);
  return draft;
}

/** Forgets all drafts, or those of everybody but one. */
export function forgetDrafts({ except }: { except?: string } = {}): void {
  for (const name of tabStorage.names(prefix)) {
    if (except === undefined || read(name)?.account !== except) tabStorage.forget(name);
  }
  for (const [place, { account }] of inMemory) {
    if (account !== except) forgetInMemory(place);
  }
}

function forgetInMemory(place: string): void {
  inMemory.delete(place);
  if (inMemory.size === 0) removeEventListener('beforeunload', askFirst);
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function read(name: string): z.infer<typeof stored> | undefined {
  return stored.safeParse(tabStorage.kept(name)).data;
}
