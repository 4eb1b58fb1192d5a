import { readFileSync } from 'node:fs';

const { version: written } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string }; // our own file

/** The version of `package.json`. */
export const version = written;
