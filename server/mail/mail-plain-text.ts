import type { MailContent } from './mail-content.ts';

/** An email as plain text: paragraphs between empty lines, the link on a line of its own. */
export function mailPlainText(content: MailContent): string {
  const { heading, greeting, paragraphs, rows, button, notes, signature, footer, product } = content;
  const parts = [
    heading.toLocaleUpperCase(content.locale),
    greeting,
    ...paragraphs.slice(0, 1),
    ...(rows.length > 0 ? [rows.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...paragraphs.slice(1),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...notes,
    ...(signature ? [signature] : []),
    // The marker before a signature, with its space (RFC 3676).
    ['-- ', product, ...footer].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}
