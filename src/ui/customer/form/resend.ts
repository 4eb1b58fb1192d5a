import { useSyncExternalStore } from 'react';
import type { ErrorCode } from '#contract/http/errors.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { tabStorage } from '#web/ui/shared/json-storage.ts';

/** An email that was sent, its address, and when it may be requested again. Stored as long as the tab lives. */
export interface SentMail {
  email: string;
  /** Milliseconds since 1970. */
  againAt: number;
}
type Purpose = 'confirm' | 'reset';

export function rememberSentMail(purpose: Purpose, email: string, retryAfterSeconds: number): SentMail {
  const waitMs = retryAfterSeconds * 1000;
  const sent = { email, againAt: Date.now() + waitMs };
  tabStorage.keep(`mail.${purpose}`, { ...sent, waitMs });
  return sent;
}

/**
 * The seconds until an email may be requested again. An email that was sent a moment ago counts as sent now, not as
 * an error.
 */
export async function secondsToNext(asking: Promise<number>): Promise<number> {
  try {
    return await asking;
  } catch (error) {
    if (isOnItsWay(error) && error.retryAfter !== null) return error.retryAfter;
    throw error;
  }
}

/** Sent from another device, or before this visit. */
export function isOnItsWay(error: unknown): error is HttpError {
  return error instanceof HttpError && error.code === ('sent_recently' satisfies ErrorCode);
}

/**
 * The stored email. Its time is never further ahead than when it was stored, because a clock may have been set back.
 */
export function sentMail(purpose: Purpose): SentMail | null {
  const sent = tabStorage.kept(`mail.${purpose}`);
  if (!isKept(sent)) return null;
  return { email: sent.email, againAt: Math.min(sent.againAt, Date.now() + sent.waitMs) };
}

function isKept(value: unknown): value is SentMail & { waitMs: number } {
  if (typeof value !== 'object' || value === null) return false;
  const { email, againAt, waitMs }: Record<string, unknown> = { ...value };
  return typeof email === 'string' && typeof againAt === 'number' && typeof waitMs === 'number';
}

/** Full seconds until a moment, counting down to 0. */
export function useSecondsUntil(moment: number): number {
  return useSyncExternalStore(everyQuarter, () => Math.max(0, Math.ceil((moment - Date.now()) / 1000)));
}

function everyQuarter(tick: () => void): () => void {
  const timer = setInterval(tick, 250);
  return () => clearInterval(timer);
}

/** A countdown like a clock's: `0:42`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
