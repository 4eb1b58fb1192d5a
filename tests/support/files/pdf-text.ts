import { inflateSync } from 'node:zlib';

/**
 * The text in a PDF of pdfmake, line by line: its streams are inflated, and each font's codes are read by its
 * `ToUnicode` table.
 */
export function pdfText(file: Uint8Array): string {
  const raw = Buffer.from(file).toString('latin1');
  const objects = new Map(
    [...raw.matchAll(/(\d+) 0 obj([\s\S]*?)endobj/g)].map(([, id, body]) => [id, body]),
  );
  const streamOf = (body = '') => {
    // By its length, because packed data may end like a line.
    const [head = '', length = '0'] = /\/Length (\d+)[\s\S]*?stream\r?\n/.exec(body) ?? [];
    const begin = body.indexOf(head) + head.length;
    const data = body.slice(begin, begin + Number(length));
    return body.includes('/FlateDecode') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data;
  };
  const fonts = new Map(
    [...raw.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id ?? '') ?? '')?.[1] ?? '';
      return [name, charactersOf(streamOf(objects.get(table)))];
    }),
  );
  const lines: string[] = [];
  for (const body of objects.values()) {
    const content = streamOf(body);
    let font: string[] = [];
    for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name !== undefined) font = fonts.get(name) ?? [];
      else lines.push(wordsOf(shown ?? '', font));
    }
  }
  return lines.join('\n');
}

/** The characters of a font by their codes. */
function charactersOf(table: string): string[] {
  const ranges = [...table.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/gi)];
  return ranges.flatMap(([, , codes]) => (codes ?? '').match(/<[^>]*>/g) ?? []).map(textOfHex);
}

function wordsOf(shown: string, font: string[]): string {
  const codes = [...shown.matchAll(/<([\da-f]+)>/gi)].flatMap(([, hex]) => hex?.match(/.{4}/g) ?? []);
  return codes.map((code) => font[Number.parseInt(code, 16)] ?? '�').join('');
}

function textOfHex(hex: string): string {
  return Buffer.from(hex.replace(/[<>\s]/g, ''), 'hex')
    .swap16()
    .toString('utf16le');
}
