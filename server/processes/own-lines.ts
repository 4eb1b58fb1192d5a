import { pino } from 'pino';
import { version } from '#server/kernel/version.ts';

interface Line {
  level: 'info' | 'warn' | 'fatal';
  /** For a person at a terminal, if it isn't `message`. */
  text?: string;
  /** For programs. */
  fields?: object;
}

/**
 * What the program says besides its log: how it is reached, links without a mail server, why it doesn't start. Sentences
 * in a terminal, else JSON in the form of the log, so that what collects logs can read every line. LOG_LEVEL does not
 * hide them.
 */
export function ownLines(roles?: readonly string[]) {
  const base = { pid: process.pid, ...(roles && { role: roles.join(',') }), version };
  return (message: string, { level, text = message, fields = {} }: Line): void => {
    const stream = level === 'info' ? process.stdout : process.stderr;
    if (stream.isTTY) stream.write(`${text}\n`);
    else pino({ base }, stream)[level](fields, message);
  };
}
export type OwnLines = ReturnType<typeof ownLines>;
