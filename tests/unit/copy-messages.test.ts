import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CopyMessages } from '#server/db/copy/copy-messages.ts';

function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

/** The bytes, cut at these places. */
function pieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

/** What was read of these pieces until the copy was over, and what came after it. */
function read(given: readonly Buffer[], { asLines = true } = {}): { lines: string; after: string | null } {
  const messages = new CopyMessages({ asLines });
  const all: Buffer[] = [];
  for (const [place, one] of given.entries()) {
    const piece = Buffer.from(one); // it is written over
    const { rows, after } = messages.read(piece);
    all.push(Buffer.from(piece.subarray(0, rows)));
    if (after) {
      const rest = Buffer.concat([after, ...given.slice(place + 1)]);
      return { lines: String(Buffer.concat(all)), after: rest.toString('latin1') };
    }
  }
  return { lines: String(Buffer.concat(all)), after: null };
}

const row = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => `${text.replaceAll('\n', ' ')}\n`),
  fc.constantFrom('\n', '"two\nlines",x\n', 'a\r\n', 'Їжак;"d"\n'),
);
const other = fc.constantFrom(
  message('H', Buffer.from([0, 0, 1, 0, 0])),
  message('N', Buffer.from('Sa notice\0\0')),
  message('S', Buffer.from('TimeZone\0UTC\0')),
);
const cuts = fc.array(fc.nat(), { maxLength: 12 });

describe('the messages of a copy', () => {
  it('are read the same wherever they are cut: each row a line, and what follows left for others', () => {
    const end = Buffer.concat([message('c', Buffer.alloc(0)), message('C', Buffer.from('COPY 3\0'))]);
    fc.assert(
      fc.property(fc.array(fc.oneof(row, other), { maxLength: 12 }), cuts, (parts, places) => {
        const sent = parts.map((part) => (typeof part === 'string' ? message('d', Buffer.from(part)) : part));
        const rows = parts.filter((part) => typeof part === 'string');
        expect(read(pieces(Buffer.concat([...sent, end]), places))).toEqual({
          lines: rows.map((text) => `${text.slice(0, -1)}\r\n`).join(''),
          after: message('C', Buffer.from('COPY 3\0')).toString('latin1'),
        });
      }),
      { numRuns: 500 },
    );
  });

  it('leave rows that are no lines as they are', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), cuts, (rows, places) => {
        const sent = [...rows.map((text) => message('d', Buffer.from(text))), message('c', Buffer.alloc(0))];
        const { lines } = read(pieces(Buffer.concat(sent), places), { asLines: false });
        expect(lines).toBe(rows.join(''));
      }),
      { numRuns: 300 },
    );
  });

  it('give a failure whole to others, whatever was read of it', () => {
    const failure = message('E', Buffer.from('SERROR\0C57014\0\0'));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 3 }), cuts, (rows, places) => {
        const sent = rows.map((text) => message('d', Buffer.from(text)));
        expect(read(pieces(Buffer.concat([...sent, failure]), places))).toEqual({
          lines: rows.map((text) => `${text.slice(0, -1)}\r\n`).join(''),
          after: failure.toString('latin1'),
        });
      }),
      { numRuns: 300 },
    );
  });

  it('that are not over have nothing after them, and owe the end of a line until the next one begins', () => {
    const line = message('d', Buffer.from('a,b\n'));
    expect(read([line])).toEqual({ lines: 'a,b\r', after: null });
    expect(read([line, Buffer.from('d')])).toEqual({ lines: 'a,b\r\n', after: null });
  });
});
