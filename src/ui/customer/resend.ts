import { useSyncExternalStore } from 'react';

/** What was mailed where, and when it may be asked for again. Lives as long as the tab. */
export interface SentMail {
  email: string;
  /** Milliseconds since 1970. */
  againAt: number;
}
type Purpose = 'confirm' | 'reset';

export function rememberSentMail(purpose: Purpose, email: string, retryAfterSeconds: number): SentMail {
  const sent = { email, againAt: Date.now() + retryAfterSeconds * 1000 };
  try {
    sessionStorage.setItem(`mail.${purpose}`, JSON.stringify(sent));
  } catch {
    // Blocked: the countdown starts over after a reload.
  }
  return sent;
}

export function sentMail(purpose: Purpose): SentMail | null {
  try {
    const sent: unknown = JSON.parse(sessionStorage.getItem(`mail.${purpose}`) ?? 'null');
    return isSentMail(sent) ? sent : null;
  } catch {
    return null;
  }
}

function isSentMail(value: unknown): value is SentMail {
  return (
    typeof value === 'object' &&
    value !== null &&
    'email' in value &&
    typeof value.email === 'string' &&
    'againAt' in value &&
    typeof value.againAt === 'number'
  );
}

/** Whole seconds until a moment, counting down to 0. */
export function useSecondsUntil(moment: number): number {
  return useSyncExternalStore(everyQuarter, () => Math.max(0, Math.ceil((moment - Date.now()) / 1000)));
}

function everyQuarter(tick: () => void): () => void {
  const timer = setInterval(tick, 250);
  return () => clearInterval(timer);
}

/** A countdown as a clock shows it: `0:42`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
