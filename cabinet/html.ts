/** HTML that is safe to print: only `html` makes it. */
export class Markup {
  readonly text: string;
  /** Of a page: a style sheet in it beside the usual one, for the content policy. */
  readonly style: string | undefined;
  constructor(text: string, style?: string) {
    this.text = text;
    this.style = style;
  }
}

type Value = Markup | string | number | false | null | undefined | readonly Value[];

/**
 * A template that escapes every value, except other templates and lists of them; false, null and undefined print
 * nothing. Values in attributes must be in double quotes.
 */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + print(values[index - 1]) + part));
}

function print(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(print).join('');
  return value == null || value === false ? '' : escape(String(value));
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
