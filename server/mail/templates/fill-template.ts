import type { MailBlock, Run } from './mail-blocks.ts';

/** `{{name}}`, also with spaces inside. */
export const variable = /\{\{\s*([a-z_]+)\s*\}\}/g;

/** The value of a variable as it is written; null: there is none. */
export type ValueOf = (name: string) => string | null;

/**
 * Puts values into parsed blocks, so that no value is ever read as Markdown. A paragraph, a row or a list item one of
 * whose variables has no value is left out.
 */
export function fillBlocks(blocks: readonly MailBlock[], valueOf: ValueOf): MailBlock[] {
  return blocks.flatMap((block): MailBlock[] => {
    switch (block.type) {
      case 'line':
        return [block];
      case 'button': {
        const runs = filled(block.runs, valueOf);
        const href = filledText(block.href, valueOf);
        return runs && href !== null ? [{ ...block, runs, href }] : [];
      }
      case 'list': {
        const items = block.items.map((item) => filled(item, valueOf)).filter((item) => item !== null);
        return items.length > 0 ? [{ ...block, items }] : [];
      }
      case 'rows': {
        const rows = block.rows.flatMap(({ label, value }) => {
          const [name, sum] = [filled(label, valueOf), filled(value, valueOf)];
          return name && sum ? [{ label: name, value: sum }] : [];
        });
        return rows.length > 0 ? [{ ...block, rows }] : [];
      }
      default: {
        const runs = filled(block.runs, valueOf);
        return runs ? paragraphsOf(runs).map((part) => ({ ...block, runs: part })) : [];
      }
    }
  });
}

/** A line with its values; what has none is left out of it. */
export function fillLine(line: string, valueOf: ValueOf): string {
  return filledLine(line, (name) => valueOf(name) ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

function filledLine(line: string, valueOf: (name: string) => string): string {
  return putTogether([{ text: line }], valueOf)
    .map(({ text }) => text)
    .join('');
}

function filled(runs: readonly Run[], valueOf: ValueOf): Run[] | null {
  const names = runs.flatMap(({ text, href = '' }) => variablesOf(text + href));
  if (names.some((name) => valueOf(name) === null)) return null;
  const known = (name: string) => valueOf(name) ?? '';
  return putTogether(runs, known).map((run) =>
    run.href === undefined ? run : { ...run, href: filledText(run.href, valueOf) ?? '' },
  );
}

function filledText(text: string, valueOf: ValueOf): string | null {
  if (variablesOf(text).some((name) => valueOf(name) === null)) return null;
  return text.replace(variable, (_, name: string) => valueOf(name) ?? '');
}

function variablesOf(text: string): string[] {
  return [...text.matchAll(variable)].map(([, name = '']) => name);
}

/** A value with a point at its end, such as a date, ends its sentence with it. */
function putTogether(runs: readonly Run[], valueOf: (name: string) => string): Run[] {
  let isPointed = false;
  return runs.map((run) => {
    const parts = run.text.split(variable).map((part, place) => {
      if (place % 2 === 1) {
        const value = valueOf(part);
        isPointed = value.endsWith('.');
        return value;
      }
      const text = isPointed && part.startsWith('.') ? part.slice(1) : part;
      if (part !== '') isPointed = false;
      return text;
    });
    return { ...run, text: parts.join('') };
  });
}

/** A value that is a whole text, such as an announcement's, may be several paragraphs. */
function paragraphsOf(runs: Run[]): Run[][] {
  const [only] = runs;
  if (runs.length !== 1 || only === undefined) return [runs];
  return only.text
    .split(/\n{2,}/)
    .filter((text) => text !== '')
    .map((text) => [{ ...only, text }]);
}
