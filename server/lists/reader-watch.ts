import type { Readable } from 'node:stream';

/** A stream that counts what has come into it. */
export interface Counting extends Readable {
  pushed: number;
}

/** How long the reader of a file may pause, and how long the whole file may take. */
export interface ReaderPatience {
  idleMs: number;
  wholeMs: number;
}

/** An open file is an open transaction: rows that others delete meanwhile stay on the disk and slow queries down. */
export const readerPatience: ReaderPatience = { idleMs: 60_000, wholeMs: 3_600_000 };

/** A file that was stopped because its reader was too slow. */
export class SlowReader extends Error {
  constructor(reason: string) {
    super(`ended a file whose reader ${reason}`);
    this.name = 'SlowReader';
  }
}

/**
 * Destroys a stream with SlowReader when its reader is too slow. While the stream is empty, the source is the slow
 * one.
 */
export function watchReader(stream: Counting, patience: ReaderPatience): void {
  const { idleMs, wholeMs } = patience;
  const began = performance.now();
  let taken = 0;
  let takenAt = began;
  const look = () => {
    const now = performance.now();
    const soFar = stream.pushed - stream.readableLength;
    if (stream.readableLength === 0 || soFar > taken) [taken, takenAt] = [soFar, now];
    if (now - takenAt >= idleMs) {
      stream.destroy(new SlowReader(`has taken nothing of it for ${seconds(idleMs)} s`));
    } else if (now - began >= wholeMs) {
      stream.destroy(new SlowReader(`has not had all of it after ${seconds(wholeMs)} s`));
    }
  };
  const timer = setInterval(look, Math.min(idleMs, wholeMs) / 6);
  timer.unref();
  stream.once('close', () => clearInterval(timer));
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 1000);
}
