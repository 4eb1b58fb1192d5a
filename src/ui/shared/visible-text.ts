// As the contract refuses them (`hasOnlyPlainCharacters`), and soft hyphens. By code: they could not be read here.
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Without the marks that nobody sees and that come along when something is pasted: of direction, of no width. */
export function visibleText(typed: string): string {
  return typed.replace(invisible, '');
}
