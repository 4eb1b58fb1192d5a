import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cutChangelog, notesOf } from '../../scripts/release/changelog.ts';

const text = '# Changelog\n\nWhat changes.\n\n## [Unreleased] – 0.2.0\n\n### Added\n\n- A thing.\n';
const older = '\n## [0.1.0] – 2026-11-01\n\n- The first.\n';

it('gives what was unreleased its version and date, and opens a new part', () => {
  expect(cutChangelog(text + older, '0.2.0', '2026-12-01')).toEqual({
    notes: '### Added\n\n- A thing.',
    text:
      '# Changelog\n\nWhat changes.\n\n## [Unreleased]\n\n## [0.2.0] – 2026-12-01\n\n### Added\n\n- A thing.\n' +
      older,
  });
});

it('works for the first release, and for the one after it', () => {
  const first = cutChangelog(text, '0.2.0', '2026-12-01').text;
  const again = first.replace('## [Unreleased]\n', '## [Unreleased]\n\n- More.\n');
  expect(cutChangelog(again, '0.3.0', '2027-01-01').notes).toBe('- More.');
});

it('finds the notes of a version again', () => {
  const { text: released, notes } = cutChangelog(text + older, '0.2.0', '2026-12-01');
  expect(notesOf(released, '0.2.0')).toBe(notes);
  expect(notesOf(released, '0.1.0')).toBe('- The first.');
  expect(() => notesOf(released, '0.3.0')).toThrow('has no 0.3.0');
});

it.each([
  ['nothing is written', `# Changelog\n\n## [Unreleased]\n${older}`, /nothing under/],
  ['no part is open', `# Changelog\n${older}`, /no \[Unreleased\]/],
  ['the version is there already', text + older.replaceAll('0.1.0', '0.2.0'), /0\.2\.0 already/],
])('refuses when %s', (_, given, message) => {
  expect(() => cutChangelog(given, '0.2.0', '2026-12-01')).toThrow(message);
});

it('finds the open part of the real file', () => {
  const real = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  expect(cutChangelog(real, '999.0.0', '2030-01-01').text).toContain('## [999.0.0] – 2030-01-01\n');
});
