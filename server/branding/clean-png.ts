import { promisify } from 'node:util';
import { crc32, inflate } from 'node:zlib';
import { brandingLimits } from '#contract/company/branding.ts';
import { type CleanImage, ImageFault } from './image.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** What draws; texts, places, animations and the like are left out. */
const drawing = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'cHRM', 'pHYs', 'IDAT', 'IEND']);
const depths: Record<number, { channels: number; bits: readonly number[] }> = {
  0: { channels: 1, bits: [1, 2, 4, 8, 16] },
  2: { channels: 3, bits: [8, 16] },
  3: { channels: 1, bits: [1, 2, 4, 8] },
  4: { channels: 2, bits: [8, 16] },
  6: { channels: 4, bits: [8, 16] },
};

/** A PNG that is one: every chunk by its sum, and exactly as many pixels as its header says. */
export async function cleanPng(bytes: Buffer): Promise<CleanImage> {
  const chunks = chunksOf(bytes).filter(({ type }) => drawing.has(type));
  const [header] = chunks;
  if (header?.type !== 'IHDR' || header.data.length !== 13 || chunks.at(-1)?.type !== 'IEND') throw broken();
  const { width, height, rawBytes, needsPalette } = readHeader(header.data);
  if (needsPalette && !chunks.some(({ type }) => type === 'PLTE')) throw broken();
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const raw = await promisify(inflate)(packed, { maxOutputLength: rawBytes + 1 }).catch(() => undefined);
  if (raw?.length !== rawBytes) throw broken();
  return {
    type: 'png',
    width,
    height,
    content: Buffer.concat([signature, ...chunks.map(({ whole }) => whole)]),
  };
}

interface Chunk {
  type: string;
  data: Buffer;
  whole: Buffer;
}

function chunksOf(bytes: Buffer): Chunk[] {
  if (!bytes.subarray(0, signature.length).equals(signature)) throw broken();
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < bytes.length;) {
    if (at + 12 > bytes.length) throw broken();
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw broken();
    const whole = bytes.subarray(at, end);
    const type = whole.toString('latin1', 4, 8);
    if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4)) throw broken();
    if (type === 'IHDR' && chunks.length > 0) throw broken();
    chunks.push({ type, data: whole.subarray(8, -4), whole });
    if (type === 'IEND') {
      // Whatever stands behind the end is no part of the picture.
      if (end !== bytes.length) throw broken();
    }
    at = end;
  }
  return chunks;
}

function readHeader(data: Buffer) {
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [bits = 0, colours = 0, compression = 0, filter = 0, interlace = 0] = data.subarray(8);
  const kind = depths[colours];
  if (!kind?.bits.includes(bits) || compression !== 0 || filter !== 0 || interlace > 1) throw broken();
  const { pixels } = brandingLimits;
  if (width < 1 || height < 1 || width > pixels || height > pixels)
    throw new ImageFault('validation.imageSize');
  const bitsAPixel = kind.channels * bits;
  const passes = interlace === 0 ? [[width, height] as const] : adam7(width, height);
  const rawBytes = passes.reduce(
    (sum, [wide, high]) => sum + (wide > 0 ? high * (1 + Math.ceil((wide * bitsAPixel) / 8)) : 0),
    0,
  );
  return { width, height, rawBytes, needsPalette: colours === 3 };
}

/** The sizes of the seven pictures of which an interlaced one consists. */
function adam7(width: number, height: number): (readonly [number, number])[] {
  return [
    [0, 8, 0, 8],
    [4, 8, 0, 8],
    [0, 4, 4, 8],
    [2, 4, 0, 4],
    [0, 2, 2, 4],
    [1, 2, 0, 2],
    [0, 1, 1, 2],
  ].map(([left = 0, across = 1, top = 0, down = 1]) => [
    Math.max(0, Math.ceil((width - left) / across)),
    Math.max(0, Math.ceil((height - top) / down)),
  ]);
}

function broken(): ImageFault {
  return new ImageFault('validation.imageBroken');
}
