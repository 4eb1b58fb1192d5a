import { Socket } from 'node:net';

/** Takes what a connection says, in memory of its own. */
export interface PieceReader {
  /** Where the next piece may go. */
  room(): Buffer;
  /** A piece is there, most often in that room. False: no more until the socket is resumed. */
  took(piece: Buffer): boolean;
}

/** A socket that can be read into memory that is used again, where Node makes a new piece for each reading. */
export class ReadingSocket extends Socket {
  #reader: PieceReader | undefined;
  readonly #usual = Buffer.allocUnsafeSlow(64 * 1024);

  constructor() {
    super({
      onread: {
        buffer: () => this.#reader?.room() ?? this.#usual,
        callback: (length, room) => this.#took(Buffer.from(room.buffer, room.byteOffset, length)),
      },
    });
  }

  /** From the next piece on; undefined: whoever listens to `data` again. */
  readInto(reader: PieceReader | undefined): void {
    this.#reader = reader;
  }

  #took(piece: Buffer): boolean {
    if (this.#reader) return this.#reader.took(piece);
    this.emit('data', Buffer.from(piece));
    return true;
  }
}
