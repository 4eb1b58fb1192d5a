import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { CsvLines } from '#server/lists/csv-lines.ts';

const copied = 'a,"two\nlines ""quoted""\n"\n"",ї\n"\n",b\n';
const lines = 'a,"two\nlines ""quoted""\n"\r\n"",ї\r\n"\n",b\r\n';

describe('lines of a CSV', () => {
  it('end in CRLF but for those inside of a cell, wherever the connection cuts them', async () => {
    const bytes = Buffer.from(copied);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const stream = new CsvLines('heading\r\n');
      stream.write(bytes.subarray(0, cut));
      stream.end(bytes.subarray(cut));
      expect(await text(stream)).toBe(`heading\r\n${lines}`);
      expect(stream.pushed).toBe(Buffer.byteLength(`heading\r\n${lines}`));
    }
  });
});
