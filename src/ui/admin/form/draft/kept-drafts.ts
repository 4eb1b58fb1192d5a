import * as z from 'zod';
import { tabStorage } from '#web/ui/shared/json-storage.ts';

/**
 * What was typed when a session ended, kept in this tab until the same person is back, by account and place on a
 * screen.
 */

const prefix = 'draft ';
/** Values that are not JSON, or too large for the tab's storage. */
const inMemory = new Map<string, { account: string; values: unknown }>();
const stored = z.object({ account: z.string(), values: z.unknown(), base: z.unknown().optional() });

export interface KeptDraft {
  values: unknown;
  /** The server's row when the form was opened. */
  base?: unknown;
}

export function keepDraft(account: string, place: string, { values, base }: KeptDraft): void {
  tabStorage.keep(prefix + place, { account, values, base });
}

/** The same for values that only the page itself can hold; leaving the page asks first. */
export function keepInMemory(account: string, place: string, values: unknown): void {
  inMemory.set(place, { account, values });
  addEventListener('beforeunload', askFirst);
}

/** The values that this place has kept in memory for this person; returned once. */
export function takeFromMemory(account: string, place: string): unknown {
  const draft = inMemory.get(place);
  if (draft?.account !== account) return null;
  forgetInMemory(place);
  return draft.values;
}

/** This person's draft for this place; returned once. */
export function takeDraft(account: string, place: string): KeptDraft | null {
  const draft = read(prefix + place);
  if (draft?.account !== account) return null;
  tabStorage.forget(prefix + place);
  return draft;
}

/** Deletes all drafts, or all but one person's. */
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
