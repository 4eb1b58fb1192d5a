import { lexer, type Token, type Tokens } from 'marked';
import type { Refusal } from '#contract/kernel/issues.ts';
import type { MailBlock, Run } from './mail-blocks.ts';

export interface ParsedTemplate {
  blocks: MailBlock[];
  /** What an email can't have, with its line. */
  faults: Refusal[];
}

/** Refuses what a token is. */
type Refuse = (token: Token, key?: string) => void;

/** Reads Markdown as the blocks of an email. A link alone in a paragraph is a button, a quotation is a note. */
export function parseTemplate(body: string): ParsedTemplate {
  const faults: Refusal[] = [];
  let line = 1;
  const blocks = tokensOf(body).flatMap((block) => {
    const found = blocksOf(block, (token, key = keyOf(token)) => {
      const before = block.raw.slice(0, Math.max(0, block.raw.indexOf(token.raw)));
      faults.push({
        key,
        params: {
          line: line + linesIn(before),
          words: token.raw.trim().slice(0, 40),
          variable: '{{link}}',
        },
      });
    });
    line += linesIn(block.raw);
    return found;
  });
  return { blocks, faults };
}

/** Nested so deep as nobody writes it, the lexer runs out of stack. */
function tokensOf(body: string): Token[] {
  try {
    return lexer(body);
  } catch (error) {
    if (error instanceof RangeError) return [{ type: 'unread', raw: body }];
    throw error;
  }
}

function keyOf({ type }: Token): string {
  return type === 'html' ? 'validation.templateHtml' : 'validation.templateForm';
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

function blocksOf(token: Token, refuse: Refuse): MailBlock[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      return [
        {
          type: 'heading',
          level: depth === 1 ? 1 : 2,
          runs: runsOf(tokens, refuse),
        },
      ];
    }
    case 'paragraph': {
      const { tokens } = token as Tokens.Paragraph;
      return [
        buttonOf(tokens, refuse) ?? {
          type: 'paragraph',
          runs: runsOf(tokens, refuse),
        },
      ];
    }
    case 'hr':
      return [{ type: 'line' }];
    case 'blockquote':
      return notesOf(token as Tokens.Blockquote, refuse);
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return [
        {
          type: 'list',
          ordered,
          items: items.map(({ tokens }) => itemOf(tokens, refuse)),
        },
      ];
    }
    case 'table':
      return rowsOf(token as Tokens.Table, refuse);
    default:
      refuse(token);
      return [];
  }
}

function buttonOf(tokens: readonly Token[], refuse: Refuse): MailBlock | null {
  const [only] = tokens;
  if (tokens.length !== 1 || only?.type !== 'link' || 'autolink' in only) return null;
  const { href, tokens: label } = only as Tokens.Link;
  if (!isAddress(href)) refuse(only, 'validation.templateAddress');
  return { type: 'button', runs: runsOf(label, refuse), href };
}

function notesOf({ tokens }: Tokens.Blockquote, refuse: Refuse): MailBlock[] {
  return tokens.flatMap((token) => {
    if (token.type === 'paragraph')
      return [
        {
          type: 'note',
          runs: runsOf((token as Tokens.Paragraph).tokens, refuse),
        },
      ];
    if (token.type !== 'space') refuse(token);
    return [];
  });
}

function itemOf(tokens: readonly Token[], refuse: Refuse): Run[] {
  return tokens.flatMap((token) => {
    if (token.type === 'text' || token.type === 'paragraph')
      return runsOf((token as Tokens.Text).tokens ?? [], refuse);
    if (token.type !== 'space') refuse(token);
    return [];
  });
}

/** A table of names and sums, or of facts where the values stand left; its head is a row like the others, if it isn't empty. */
function rowsOf(table: Tokens.Table, refuse: Refuse): MailBlock[] {
  if (table.header.length !== 2) {
    refuse(table, 'validation.templateTable');
    return [];
  }
  const all = [...(table.header.some(({ text }) => text !== '') ? [table.header] : []), ...table.rows];
  const rows = all.map(([label, value]) => ({
    label: runsOf(label?.tokens ?? [], refuse),
    value: runsOf(value?.tokens ?? [], refuse),
  }));
  const are = table.align[1] === 'left' ? 'facts' : 'sums';
  return rows.length > 0 ? [{ type: 'rows', are, rows }] : [];
}

function runsOf(tokens: readonly Token[], refuse: Refuse, style: Omit<Run, 'text'> = {}): Run[] {
  return tokens.flatMap((token): Run[] => {
    const { type } = token;
    switch (type) {
      case 'text':
      case 'escape':
      case 'codespan':
        return [{ ...style, text: (token as Tokens.Text).text }];
      case 'br':
        return [{ ...style, text: '\n' }];
      case 'strong':
      case 'em':
        return runsOf((token as Tokens.Strong).tokens, refuse, {
          ...style,
          [type]: true,
        });
      case 'link': {
        const { href, tokens: words } = token as Tokens.Link;
        if (!isAddress(href)) refuse(token, 'validation.templateAddress');
        return runsOf(words, refuse, { ...style, href });
      }
      default:
        refuse(token);
        return [];
    }
  });
}

const safeAddress = /^(https?:\/\/|mailto:|tel:)[^\s{}]+$/i;
/** A variable that is an address. */
const ownAddress = /^\{\{\s*(link|cabinet_url)\s*\}\}$/;

function isAddress(href: string): boolean {
  return safeAddress.test(href) || ownAddress.test(href);
}
