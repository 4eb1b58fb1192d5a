import { Transform, type TransformCallback } from 'node:stream';

/** Lines end in CRLF (RFC 4180), where PostgreSQL ends them in LF alone; a cell keeps its own line breaks. */
export class CrlfLines extends Transform {
  /** How much has come out of it, or waits in it. */
  pushed = 0;
  #isQuoted = false;

  /** `head` goes ahead of them as it is. */
  constructor(head: string) {
    super();
    this.#send(Buffer.from(head));
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const ends = this.#lineEnds(chunk);
    const lines = Buffer.allocUnsafe(chunk.length + ends.length);
    let [from, to] = [0, 0];
    for (const end of ends) {
      to += chunk.copy(lines, to, from, end);
      to = lines.writeUInt8(carriageReturn, to);
      from = end;
    }
    chunk.copy(lines, to, from);
    this.#send(lines);
    done();
  }

  #send(bytes: Buffer): void {
    this.pushed += bytes.length;
    this.push(bytes);
  }

  #lineEnds(chunk: Buffer): number[] {
    const ends: number[] = [];
    let mark = chunk.indexOf(quotationMark);
    const passMarks = (before: number) => {
      for (; mark !== -1 && mark < before; mark = chunk.indexOf(quotationMark, mark + 1)) {
        this.#isQuoted = !this.#isQuoted;
      }
    };
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, end + 1)) {
      passMarks(end);
      if (!this.#isQuoted) ends.push(end);
    }
    passMarks(chunk.length);
    return ends;
  }
}

const [lineFeed, carriageReturn, quotationMark] = [10, 13, 34];
