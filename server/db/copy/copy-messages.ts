const headLength = 5;
const copyData = 'd'.charCodeAt(0);
const [copyDone, errorResponse] = ['c'.charCodeAt(0), 'E'.charCodeAt(0)];
const [carriageReturn, lineFeed] = [13, 10];

/** What was read of a piece. */
export interface ReadMessages {
  /** How many bytes of rows its beginning holds now. */
  rows: number;
  /** Once the copy is over or has failed: what comes from then on, which is for others to read. */
  after?: Buffer;
}

/**
 * Takes the rows out of PostgreSQL's messages of a `copy … to stdout`, wherever the connection cut these, and leaves them
 * one after the other in the very memory that they came in. Each row is one message ("always one per row", says the
 * protocol), so that it is neither looked at nor made an object of, of which a table has a million. As lines each row,
 * which ends in LF, ends in CRLF (RFC 4180); a cell keeps its own line breaks.
 */
export class CopyMessages {
  readonly #asLines: boolean;
  readonly #head = Buffer.alloc(headLength);
  #headBytes = 0;
  /** Of the message whose head was read. */
  #left = 0;
  #isRow = false;
  /** The last byte of a line whose place the next message's head still takes. */
  #owesLineFeed = false;

  constructor({ asLines }: { asLines: boolean }) {
    this.#asLines = asLines;
  }

  read(piece: Buffer): ReadMessages {
    let [from, rows] = [0, 0];
    while (from < piece.length) {
      if (this.#left > 0) {
        const to = Math.min(from + this.#left, piece.length);
        if (this.#isRow) rows = this.#keep(piece, { rows, from, to });
        this.#left -= to - from;
        from = to;
        continue;
      }
      from += this.#readHead(piece, from);
      if (this.#owesLineFeed) rows = piece.writeUInt8(lineFeed, rows);
      this.#owesLineFeed = false;
      if (this.#headBytes < headLength) break;
      this.#headBytes = 0;
      const [type] = this.#head;
      if (type === copyDone) return { rows, after: Buffer.from(piece.subarray(from)) };
      // With the head that was read already, in whichever piece.
      if (type === errorResponse) return { rows, after: Buffer.concat([this.#head, piece.subarray(from)]) };
      this.#isRow = type === copyData;
      this.#left = this.#head.readInt32BE(1) - 4;
    }
    return { rows };
  }

  #readHead(piece: Buffer, from: number): number {
    const taken = piece.copy(this.#head, this.#headBytes, from, from + headLength - this.#headBytes);
    this.#headBytes += taken;
    return taken;
  }

  #keep(piece: Buffer, { rows, from, to }: { rows: number; from: number; to: number }): number {
    if (rows < from) piece.copyWithin(rows, from, to);
    const end = rows + to - from;
    const isWhole = to - from === this.#left;
    if (!isWhole || !this.#asLines) return end;
    this.#owesLineFeed = true;
    piece.writeUInt8(carriageReturn, end - 1);
    return end;
  }
}
