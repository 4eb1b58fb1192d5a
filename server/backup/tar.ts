import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '#server/kernel/startup-error.ts';

/** A folder as one stream, in the format of POSIX tar, so that `tar` reads it too; and back. */

const blockSize = 512;

/** `names`: files below the folder, with slashes, of at most 100 letters. */
export async function* packTar(folder: string, names: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of names) {
    const file = path.join(folder, ...name.split('/'));
    const { size } = await stat(file);
    yield headerOf(name, size);
    let sent = 0;
    for await (const chunk of createReadStream(file)) {
      sent += (chunk as Buffer).length; // a stream without an encoding
      yield chunk as Buffer;
    }
    if (sent !== size) throw new Error(`"${name}" changed while it was packed`);
    yield Buffer.alloc(paddingOf(size));
  }
  yield Buffer.alloc(2 * blockSize);
}

function headerOf(name: string, size: number): Buffer {
  const block = Buffer.alloc(blockSize);
  if (Buffer.byteLength(name) > 100) throw new Error(`"${name}" is too long for an archive`);
  block.write(name, 0);
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  writeSize(block, size);
  block.write('00000000000\0', 136);
  block.fill(' ', 148, 156);
  block.write('0', 156);
  block.write('ustar\u000000', 257);
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** Eleven octal digits; from 8 GiB on the binary form that GNU and BSD share. */
function writeSize(block: Buffer, size: number): void {
  if (size < 8 ** 11) {
    block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
    return;
  }
  block[124] = 0x80;
  block.writeBigUInt64BE(BigInt(size), 128);
}

/** The sum of all bytes, as if the field for it were blank. */
function checksumOf(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

const paddingOf = (size: number) => (blockSize - (size % blockSize)) % blockSize;

/**
 * Writes the files of an archive below a folder.
 * @throws StartupError when it is cut, or not one that `packTar` writes.
 */
export async function unpackTar(archive: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  const reader = new BlockReader(archive);
  for (;;) {
    const block = await reader.block();
    if (block.every((byte) => byte === 0)) return reader.drain();
    const { name, size } = readHeader(block);
    const target = path.join(folder, ...name.split('/'));
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.from(reader.bytes(size)),
      createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }),
    );
    for await (const _ of reader.bytes(paddingOf(size)));
  }
}

const unreadable = 'the archive is damaged, or is no backup of this program';

function readHeader(block: Buffer): { name: string; size: number } {
  const textAt = (from: number, to: number) => block.toString('utf8', from, to).replace(/\0.*$/s, '');
  const name = textAt(0, 100);
  const isSafe = /^[\w.-]+(\/[\w.-]+)*$/.test(name) && !name.split('/').includes('..');
  const isWhole = Number.parseInt(textAt(148, 156), 8) === checksumOf(block);
  if (!isSafe || !isWhole || textAt(156, 157) !== '0') throw new StartupError(unreadable);
  const size =
    block[124] === 0x80 ? Number(block.readBigUInt64BE(128)) : Number.parseInt(textAt(124, 136), 8);
  return { name, size };
}

/** Reads exact numbers of bytes from chunks of any size. */
class BlockReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(archive: AsyncIterable<Uint8Array>) {
    this.#chunks = archive[Symbol.asyncIterator]();
  }

  async *bytes(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      if (this.#rest.length === 0) await this.#fill();
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async block(): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.bytes(blockSize)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** Reads to the end, where a decryption finds whether the last part is genuine. */
  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }

  async #fill(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done) throw new StartupError(unreadable);
    this.#rest = Buffer.from(value);
  }
}
