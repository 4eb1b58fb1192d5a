import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { statementLimits } from '#contract/money/bank-statement.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import { addEntry, type Node, ownAccount } from './camt-entry.ts';
import { createLineReader, linesAPiece, noPause, type StatementRead } from './statement-line.ts';

/**
 * CAMT.053 (statement) and CAMT.054 (notification) of ISO 20022, in any version. Entries are parsed one by one, so that
 * a long file holds nobody up; N in a refusal is the entry.
 *
 * @throws AppError 422 at `content` or `lines.N.FIELD`
 */
export async function readCamt(text: string, pause = noPause): Promise<StatementRead> {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw fieldError('content', 'validation.statementEntities');
  const format = /<(?:[\w.-]+:)?BkToCstmrDbtCdtNtfctn[\s>]/.test(text) ? 'camt054' : 'camt053';
  if (XMLValidator.validate(text) !== true) throw fieldError('content', 'validation.statementBroken');
  const reader = createLineReader();
  let entries = 0;
  for (const { head, entry } of entriesOf(withoutComments(text))) {
    entries += 1;
    if (entries > statementLimits.lines) throw fieldError('content', 'validation.statementTooLong');
    addEntry(reader, entries, parse(entry), ownAccount(head()));
    if (entries % linesAPiece === 0) await pause();
  }
  return reader.finish(format);
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  // Without a document type there are the five of XML and numbers, and none that grows.
  processEntities: true,
  htmlEntities: true,
  jPath: false,
});

function parse(xml: string): Node {
  try {
    const [root] = Object.values(parser.parse(xml) as Record<string, Node>); // one element was cut out
    return root ?? {};
  } catch {
    // Deeper than any statement is.
    throw fieldError('content', 'validation.statementBroken');
  }
}

/** Text that hides markup becomes plain text, and remarks nothing: afterwards every `<` is a tag. */
function withoutComments(text: string): string {
  return text.replace(/<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, hidden: string | undefined) =>
    (hidden ?? '').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'),
  );
}

/**
 * The entries in their order, each with what its statement says ahead of it. Only those directly in a statement count:
 * what stands in an entry or an envelope of the bank's own is no second payment.
 */
function* entriesOf(text: string): Generator<{ head: () => Node; entry: string }> {
  const tags = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?)>/g;
  const path: string[] = [];
  let statementAt = 0;
  let entryAt = 0;
  let head: Node | undefined;
  for (const tag of text.matchAll(tags)) {
    const [whole, closing, name = '', attributes = ''] = tag;
    if (closing === '') {
      path.push(name);
      if (isStatement(path)) [statementAt, head] = [tag.index + whole.length, undefined];
      else if (isEntry(path)) entryAt = tag.index;
    }
    if (closing === '' && !attributes.endsWith('/')) continue;
    if (isEntry(path)) {
      const [from, to] = [statementAt, firstEntry(text, statementAt)];
      yield {
        head: () => (head ??= parse(`<Head>${text.slice(from, to)}</Head>`)),
        entry: text.slice(entryAt, tag.index + whole.length),
      };
    }
    path.pop();
  }
}

function isStatement(path: readonly string[]): boolean {
  const [message = '', statement = ''] = path.slice(-2);
  return (
    (message === 'BkToCstmrStmt' && statement === 'Stmt') ||
    (message === 'BkToCstmrDbtCdtNtfctn' && statement === 'Ntfctn')
  );
}

function isEntry(path: readonly string[]): boolean {
  return path.at(-1) === 'Ntry' && isStatement(path.slice(0, -1));
}

function firstEntry(text: string, from: number): number {
  const entry = /<(?:[\w.-]+:)?Ntry[\s>]/g;
  entry.lastIndex = from;
  return entry.exec(text)?.index ?? text.length;
}
