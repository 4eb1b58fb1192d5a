import { brandingLimits } from '#contract/company/branding.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import { cleanPng } from './clean-png.ts';
import { cleanSvg } from './clean-svg.ts';
import { type CleanImage, ImageFault } from './image.ts';

/**
 * The picture in a data URL, made harmless. A logo stands on documents too, which know no dark.
 * @throws AppError 422 at the field
 */
export async function readImage(field: string, url: string): Promise<CleanImage> {
  try {
    return await imageOf(field, url);
  } catch (error) {
    if (error instanceof ImageFault) throw fieldError(field, error.message);
    throw error;
  }
}

async function imageOf(field: string, url: string): Promise<CleanImage> {
  const [, kind = '', options = '', data = ''] =
    /^data:image\/(png|svg\+xml)((?:;[\w=-]+)*),([\s\S]*)$/i.exec(url) ?? [];
  if (kind === '') throw new ImageFault('validation.imageKind');
  const bytes = /;base64$/i.test(options) ? fromBase64(data) : fromPercents(data);
  if (bytes.length > brandingLimits.imageBytes) throw new ImageFault('validation.imageTooLarge');
  const image =
    kind.toLowerCase() === 'png'
      ? await cleanPng(bytes)
      : cleanSvg(bytes, { keepsDark: field === 'picture' });
  const ratio = image.width / image.height;
  if (ratio > brandingLimits.ratio || ratio < 1 / brandingLimits.ratio)
    throw new ImageFault('validation.imageSize');
  if (image.content.length > brandingLimits.imageBytes) throw new ImageFault('validation.imageTooLarge');
  return image;
}

function fromBase64(data: string): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data)) throw new ImageFault('validation.imageBroken');
  return Buffer.from(data, 'base64');
}

function fromPercents(data: string): Buffer {
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    throw new ImageFault('validation.imageBroken');
  }
}
