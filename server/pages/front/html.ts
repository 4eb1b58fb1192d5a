/** HTML as text. What is put into it is escaped, unless it is HTML already. */

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | null | false | undefined | readonly Part[];

/** `html\`<p>${text}</p>\`` */
export function html(parts: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(parts.map((part, index) => part + written(values[index])).join(''));
}

function written(value: Part): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(written).join('');
  return String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Data for search engines. It is no script to a browser; no text in it can end the element. */
export function dataElement(value: unknown): Html {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return new Html(`<script type="application/ld+json">${json}</script>`);
}
