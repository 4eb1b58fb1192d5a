import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '#server/kernel/config.ts';

/** Where the build puts the pages and the logo. */
export const builtPages = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** The address of the logo as a PNG, for mail programs; null when there is only an SVG, which they don't show. */
export function logoPictureUrl(
  { publicUrl, logoName }: Pick<Config, 'publicUrl' | 'logoName'>,
  pages = builtPages,
): string | null {
  const file = `${logoName}.png`;
  return existsSync(path.join(pages, file)) ? `${publicUrl}/${file}` : null;
}
