import type { MailContent } from './mail-content.ts';
import { type MailBlock, type Run, textOf } from './templates/mail-blocks.ts';

/** An email as plain text: paragraphs between empty lines, the link of a button on a line of its own. */
export function mailPlainText({ locale, blocks, signature, footer, product }: MailContent): string {
  const parts = [
    ...blocks.map((block) => plain(block, locale)),
    ...(signature ? [signature] : []),
    // The marker before a signature, with its space (RFC 3676).
    ['-- ', product, ...footer].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function plain(block: MailBlock, locale: string): string {
  switch (block.type) {
    case 'heading':
      return block.level === 1 ? words(block.runs).toLocaleUpperCase(locale) : words(block.runs);
    case 'list':
      return block.items
        .map((item, place) => `${block.ordered ? `${place + 1}.` : '-'} ${words(item)}`)
        .join('\n');
    case 'rows':
      return block.rows.map(({ label, value }) => `${words(label)}: ${words(value)}`).join('\n');
    case 'button':
      return `${textOf(block.runs)}:\n${block.href}`;
    case 'line':
      return '---';
    default:
      return words(block.runs);
  }
}

/** A link's address follows its words, unless it is them. */
function words(runs: readonly Run[]): string {
  return runs
    .map(({ text, href }) => {
      const address = href?.replace(/^(mailto|tel):/i, '');
      return address === undefined || address === text ? text : `${text} (${address})`;
    })
    .join('');
}
