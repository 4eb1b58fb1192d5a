/** A picture that may be shown: rebuilt from what it draws and nothing else. */
export interface CleanImage {
  type: ImageType;
  content: Buffer;
  width: number;
  height: number;
}
export type ImageType = 'png' | 'svg';

export const mediaTypes = { png: 'image/png', svg: 'image/svg+xml' } as const satisfies Record<
  ImageType,
  string
>;

/** What is wrong with a picture: a key of the texts. */
export class ImageFault extends Error {}

export function dataUrl({ type, content }: Pick<CleanImage, 'type' | 'content'>): string {
  return `data:${mediaTypes[type]};base64,${content.toString('base64')}`;
}
