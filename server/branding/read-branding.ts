import { brandedPalettes } from '#contract/company/accent.ts';
import type { Branding, BrandPicture, PageBranding } from '#contract/company/branding.ts';
import type { Palette } from '#contract/company/theme.ts';
import type { Db } from '#server/db/tables.ts';
import type { Config } from '#server/kernel/config.ts';
import { findImage, type ImageSize, imageSizes, storedBranding } from './branding-store.ts';
import { dataUrl } from './image.ts';

export interface BrandingDeps {
  db: Db;
  config: Pick<Config, 'logoName'>;
}

/** What pages, emails, documents and cabinets show. Addresses of pictures begin with `/`. */
export interface Brand extends PageBranding {
  palettes: Record<'light' | 'dark', Palette>;
  /** The pictures themselves, by their ids; null: the product's own. */
  images: { logo: string | null; mark: string | null };
}

/** The branding in effect, read at the time of use. */
export async function readBrand({ db, config }: BrandingDeps): Promise<Brand> {
  const row = await storedBranding(db);
  const { logo_id = null, mark_id = null, accent = null, footer = {} } = row ?? {};
  const sizes = await imageSizes(
    db,
    [logo_id, mark_id].filter((id) => id !== null),
  );
  const pictureOf = (id: string | null) => {
    const size = sizes.find((one) => one.id === id);
    return size ? toPicture(size) : null;
  };
  return {
    accent,
    logo: pictureOf(logo_id),
    markUrl: pictureOf(mark_id)?.url ?? `/${encodeURIComponent(config.logoName)}.svg`,
    footer,
    palettes: brandedPalettes(accent),
    images: { logo: logo_id, mark: mark_id },
  };
}

/** The branding for staff, with its pictures. */
export async function readBranding({ db }: Pick<BrandingDeps, 'db'>): Promise<Branding> {
  const row = await storedBranding(db);
  if (!row) return { accent: null, logo: null, mark: null, footer: {}, updated_at: null };
  const urlOf = async (id: string | null) => {
    const image = id === null ? undefined : await findImage(db, id);
    return image ? dataUrl(image) : null;
  };
  return {
    accent: row.accent,
    logo: await urlOf(row.logo_id),
    mark: await urlOf(row.mark_id),
    footer: row.footer,
    updated_at: row.updated_at.toISOString(),
  };
}

function toPicture({ id, type, width, height }: ImageSize): BrandPicture {
  return { url: `/branding/${id}.${type}`, ratio: width / height };
}
