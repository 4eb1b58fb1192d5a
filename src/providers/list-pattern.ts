/**
 * The `ilike` pattern that finds what was typed, its `%`, `_` and `\` taken literally (DESIGN section 9).
 */
export function containing(typed: string): string {
  return `%${literally(typed)}%`;
}

/**
 * What was typed for a pattern of `containing`; another pattern is given back as it is.
 */
export function typedIn(pattern: string): string {
  const inside = /^%((?:[^%_\\]|\\.)*)%$/su.exec(pattern)?.[1];
  return inside === undefined ? pattern : inside.replace(/\\(.)/gsu, '$1');
}

/**
 * What a search box looks for: a phone or a code without the blanks, dashes and brackets that people write or copy
 * between its digits, other text as it is typed.
 */
export function sought(typed: string): string {
  const text = typed.trim();
  const isNumber = /^\+?[\d\s().‐-―-]+$/.test(text) && text.replace(/\D/g, '').length >= 5;
  return isNumber ? text.replace(/[^\d+]/g, '') : text;
}

/** Text in a pattern that stands for itself. */
export function literally(typed: string): string {
  return typed.replace(/[\\%_]/g, '\\$&');
}
