/** The result of one check: fine, worth knowing, or to be repaired; `advice` says what to do. */
export interface Finding {
  /** What was checked, in one or two words. */
  subject: string;
  verdict: 'ok' | 'warning' | 'failure';
  text: string;
  advice?: string;
}

export const ok = (subject: string, text: string): Finding => ({ subject, verdict: 'ok', text });

export const warning = (subject: string, text: string, advice: string): Finding => ({
  subject,
  verdict: 'warning',
  text,
  advice,
});

export const failure = (subject: string, text: string, advice: string): Finding => ({
  subject,
  verdict: 'failure',
  text,
  advice,
});

/** Anything thrown, as one line. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof AggregateError ? error.errors[0] : error;
  if (!(reason instanceof Error)) return String(reason);
  const cause = reason.cause instanceof Error ? ` (${reason.cause.message})` : '';
  return `${reason.message}${cause}`.split('\n', 1)[0] ?? '';
}

const marks = { ok: 'ok  ', warning: 'note', failure: 'BAD ' };

/** A finding for people: a line, and another with what to do. */
export function findingLines({ subject, verdict, text, advice }: Finding): string[] {
  const line = `${marks[verdict]}  ${subject.padEnd(14)} ${text}`;
  return advice ? [line, `${' '.repeat(21)}→ ${advice}`] : [line];
}
