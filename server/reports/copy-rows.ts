/**
 * Reads `COPY … (format binary)` piece by piece: its rows as they become whole. Values are read where they lie, since
 * a million rows leave no time for making each an object.
 */

/** A row's values by column; a null is told by a length of -1. */
export class CopyRow {
  buffer: Buffer = Buffer.alloc(0);
  readonly starts: Int32Array;
  readonly lengths: Int32Array;

  constructor(columns: number) {
    this.starts = new Int32Array(columns);
    this.lengths = new Int32Array(columns);
  }

  /** A text that is one of these, which differ in their length or their first letter; undefined for a null. */
  word<Word extends string>(column: number, words: readonly Word[]): Word | undefined {
    const [start, length] = [this.starts[column] ?? 0, this.lengths[column] ?? -1];
    if (length < 0) return undefined;
    const first = this.buffer[start];
    return words.find((word) => word.length === length && word.charCodeAt(0) === first);
  }

  /** Of `integer` or `bigint`; amounts stay within what a number holds exactly. */
  integer(column: number): number | null {
    const [start, length] = [this.starts[column] ?? 0, this.lengths[column] ?? -1];
    if (length < 0) return null;
    return length === 4 ? this.buffer.readInt32BE(start) : this.long(start);
  }

  moment(column: number): Date | null {
    const [start, length] = [this.starts[column] ?? 0, this.lengths[column] ?? -1];
    return length < 0 ? null : new Date(Math.floor(this.long(start) / 1000) + epoch);
  }

  private long(start: number): number {
    return this.buffer.readInt32BE(start) * 2 ** 32 + this.buffer.readUInt32BE(start + 4);
  }
}

/** 2000-01-01, from which PostgreSQL counts its microseconds. */
const epoch = Date.UTC(2000, 0, 1);
const signature = 11;

/** Takes pieces in order and calls back for each whole row; the row is only good until the callback returns. */
export function copyReader(columns: number, onRow: (row: CopyRow) => void): (piece: Uint8Array) => void {
  const row = new CopyRow(columns);
  let rest: Buffer = Buffer.alloc(0);
  let isHead = true;
  return (piece) => {
    const given = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const buffer = rest.length > 0 ? Buffer.concat([rest, given]) : given;
    let at = 0;
    if (isHead) {
      // Signature, flags, and an extension of so many bytes.
      if (buffer.length < signature + 8) return void (rest = buffer);
      at = signature + 8 + buffer.readInt32BE(signature + 4);
      isHead = false;
    }
    row.buffer = buffer;
    for (let next = whole(buffer, at); next !== undefined; next = whole(buffer, at)) {
      onRow(row);
      at = next;
    }
    rest = buffer.subarray(at);
  };

  /** Where the row that begins here ends; undefined when the rest of it is still to come, or there is none. */
  function whole(buffer: Buffer, begin: number): number | undefined {
    if (begin + 2 > buffer.length || buffer.readInt16BE(begin) < 0) return undefined;
    let at = begin + 2;
    for (let column = 0; column < columns; column += 1) {
      if (at + 4 > buffer.length) return undefined;
      const length = buffer.readInt32BE(at);
      row.starts[column] = at + 4;
      row.lengths[column] = length;
      at += 4 + Math.max(length, 0);
    }
    return at > buffer.length ? undefined : at;
  }
}
