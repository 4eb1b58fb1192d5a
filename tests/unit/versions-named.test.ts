import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { versionPlaces } from '../../scripts/release/write-version.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

it.each(versionPlaces.map(({ file, before }) => [file, before] as const))(
  '%s names the version of the program',
  (file, before) => {
    const text = readFileSync(root + file, 'utf8');
    expect(new RegExp(`${before.source}(\\d+\\.\\d+\\.\\d+)`, before.flags).exec(text)?.[1]).toBe(version);
  },
);
