/** What a release takes from CHANGELOG.md, and what it leaves there. */
export interface CutChangelog {
  /** The new file: what was unreleased has version and date, and a new part is open. */
  text: string;
  /** The release's own part, without its heading. */
  notes: string;
}

const unreleased = /^## \[Unreleased\].*$/m;

/** @throws Error when nothing is written there, or the version is there already. */
export function cutChangelog(text: string, version: string, date: string): CutChangelog {
  if (text.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md has ${version} already`);
  const heading = unreleased.exec(text);
  if (!heading) throw new Error('CHANGELOG.md has no [Unreleased]');
  const begins = heading.index + heading[0].length;
  const next = text.indexOf('\n## [', begins);
  const notes = text.slice(begins, next < 0 ? undefined : next).trim();
  if (!notes) throw new Error('CHANGELOG.md has nothing under [Unreleased]');
  const rest = next < 0 ? '' : text.slice(next);
  const before = text.slice(0, heading.index);
  return {
    notes,
    text: `${before}## [Unreleased]\n\n## [${version}] – ${date}\n\n${notes}\n${rest}`,
  };
}

/** The part of a released version, without its heading. */
export function notesOf(text: string, version: string): string {
  const begins = text.indexOf(`## [${version}]`);
  if (begins < 0) throw new Error(`CHANGELOG.md has no ${version}`);
  const rest = text.slice(text.indexOf('\n', begins));
  const next = rest.indexOf('\n## [');
  return rest.slice(0, next < 0 ? undefined : next).trim();
}
