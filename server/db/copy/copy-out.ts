import { Readable } from 'node:stream';
import type { Connection, Submittable } from 'pg';
import { CopyMessages } from '#server/db/copy/copy-messages.ts';
import { LentMemory } from '#server/db/copy/lent-memory.ts';
import { type PieceReader, ReadingSocket } from '#server/db/copy/reading-socket.ts';

type Listener = (piece: Buffer) => void;

/** What goes on at once: PostgreSQL sends 8 kB at a time, and each write wakes a reader. */
const portion = 64 * 1024;
/** A page with less room than this is given on. */
const leastRoom = 16 * 1024;
/** How long a smaller portion waits for more. */
const patienceMs = 5;

interface Copy {
  /** `copy … to stdout`. */
  text: string;
  /** Of a CSV: its first line. The others end as it does, in CRLF. */
  firstLine?: string;
  /** How many bytes wait beyond this stream, of those that it gave. */
  waiting: () => number;
}

/**
 * A query for a client of pg: what a COPY gives, as it comes. Meanwhile the connection is its own, as pg would make an
 * object of each row (and pg-copy-streams two pieces of memory: a file of a million clients cost the server twice the
 * time). Emits `copied` when the connection is free again; until then closing leaves it in the middle of a copy. `error`
 * is what the database or the connection failed with. What it gave must not be kept once it has left.
 */
export class CopyOut extends Readable implements Submittable, PieceReader {
  /** How much has come into it. */
  pushed = 0;
  readonly #copy: Copy;
  readonly #messages: CopyMessages;
  readonly #memory: LentMemory;
  #page: Buffer;
  /** How much of the page is rows. */
  #filled = 0;
  #connection: Connection | undefined;
  /** Who listens to the connection otherwise. */
  #others: Listener[] = [];
  #giving: NodeJS.Timeout | undefined;

  constructor(copy: Copy) {
    super();
    this.#copy = copy;
    this.#messages = new CopyMessages({ asLines: copy.firstLine !== undefined });
    this.#memory = new LentMemory(() => this.pushed - this.readableLength - copy.waiting());
    this.#page = this.#memory.page();
    if (copy.firstLine !== undefined) this.#give(Buffer.from(copy.firstLine));
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    const { stream } = connection;
    this.#others = stream.listeners('data') as Listener[]; // what an event's listeners are
    stream.removeAllListeners('data');
    if (stream instanceof ReadingSocket) stream.readInto(this);
    else stream.on('data', this.#heard);
    connection.query(this.#copy.text);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#giving);
    done(error);
  }

  handleError(error: Error): void {
    this.#handOver();
    this.destroy(error);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.emit('copied');
  }

  room(): Buffer {
    return this.#page.subarray(this.#filled);
  }

  took(piece: Buffer): boolean {
    let mayGoOn = true;
    const isThere = piece.buffer === this.#page.buffer;
    for (let from = 0; from < piece.length;) {
      const room = this.room();
      const length = isThere ? piece.length : piece.copy(room, 0, from);
      from += length;
      const { rows, after } = this.#messages.read(room.subarray(0, length));
      this.#filled += rows;
      if (after) {
        this.#givePage();
        this.#handOver(Buffer.concat([after, piece.subarray(from)]));
        return true;
      }
      if (this.#filled >= portion || this.#page.length - this.#filled < leastRoom) mayGoOn = this.#givePage();
    }
    if (this.#filled > 0) this.#giving ??= setTimeout(this.#giveSoon, patienceMs);
    return mayGoOn;
  }

  readonly #heard = (piece: Buffer): void => {
    if (!this.took(piece)) this.#connection?.stream.pause();
  };

  readonly #giveSoon = (): void => {
    this.#giving = undefined;
    if (!this.#givePage()) this.#connection?.stream.pause();
  };

  #givePage(): boolean {
    if (this.#filled === 0) return true;
    const [page, length] = [this.#page, this.#filled];
    this.#memory.lend(page, this.pushed + length);
    const mayGoOn = this.#give(page.subarray(0, length));
    this.#page = this.#memory.page();
    this.#filled = 0;
    return mayGoOn;
  }

  #give(bytes: Buffer): boolean {
    this.pushed += bytes.length;
    return this.push(bytes);
  }

  /** Once the rows are over; what the connection said after them is for pg. */
  #handOver(after?: Buffer): void {
    const stream = this.#connection?.stream;
    this.#connection = undefined;
    if (!stream) return;
    if (stream instanceof ReadingSocket) stream.readInto(undefined);
    stream.removeListener('data', this.#heard);
    for (const listener of this.#others) stream.on('data', listener);
    stream.resume();
    if (!after) return;
    const hasFailed = after[0] === 'E'.charCodeAt(0);
    for (const listener of this.#others) listener(after);
    if (!hasFailed) this.push(null);
  }
}
