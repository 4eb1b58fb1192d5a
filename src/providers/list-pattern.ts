/** The `ilike` pattern for a typed text, with `%`, `_` and `\` taken literally (DESIGN section 9). */
export function containing(typed: string): string {
  return `%${literally(typed)}%`;
}

/** The typed text of a `containing` pattern; any other pattern is returned as it is. */
export function typedIn(pattern: string): string {
  const inside = /^%((?:[^%_\\]|\\.)*)%$/su.exec(pattern)?.[1];
  return inside === undefined ? pattern : inside.replace(/\\(.)/gsu, '$1');
}

/**
 * What a search box searches for: phones and codes without the spaces, dashes and brackets between their digits,
 * other text as typed.
 */
export function sought(typed: string): string {
  const text = typed.trim();
  const isNumber = /^\+?[\d\s().‐-―-]+$/.test(text) && text.replace(/\D/g, '').length >= 4;
  return isNumber ? text.replace(/[^\d+]/g, '') : text;
}

/** Escapes text in a pattern. */
export function literally(typed: string): string {
  return typed.replace(/[\\%_]/g, '\\$&');
}
