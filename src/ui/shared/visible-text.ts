// The characters that the contract refuses (`hasOnlyPlainCharacters`), and soft hyphens. By code, because they can't
// be seen here.
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Removes invisible marks that come with pasted text, such as direction marks and zero-width characters. */
export function visibleText(typed: string): string {
  return typed.replace(invisible, '');
}
