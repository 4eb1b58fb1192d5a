import { brandedPalettes } from '#contract/company/accent.ts';
import type { Branding, BrandPicture, PageBranding } from '#contract/company/branding.ts';
import type { Palette } from '#contract/company/theme.ts';
import type { Db } from '#server/db/tables.ts';
import type { Config } from '#server/kernel/config.ts';
import { findImage, frontImage, type ImageSize, imageSizes, storedBranding } from './branding-store.ts';
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

export interface FrontPicture {
  url: string;
  width: number;
  height: number;
  /** Whether it has colours of its own for the dark. */
  hasDark: boolean;
  alt: Branding['picture_alt'];
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

/** The picture of the first page, as large as it is drawn; null while there is none. */
export async function readFrontPicture(db: Db): Promise<FrontPicture | null> {
  const { picture_id: id = null, picture_alt: alt = {} } = (await storedBranding(db)) ?? {};
  const image = id === null ? undefined : await frontImage(db, id);
  if (!image) return null;
  return { url: urlOf(image), width: image.width, height: image.height, hasDark: image.has_dark, alt };
}

/** The branding for staff, with its pictures. */
export async function readBranding({ db }: Pick<BrandingDeps, 'db'>): Promise<Branding> {
  const row = await storedBranding(db);
  if (!row) {
    const none = { accent: null, logo: null, mark: null, picture: null };
    return { ...none, picture_alt: {}, footer: {}, updated_at: null };
  }
  const contentOf = async (id: string | null) => {
    const image = id === null ? undefined : await findImage(db, id);
    return image ? dataUrl(image) : null;
  };
  return {
    accent: row.accent,
    logo: await contentOf(row.logo_id),
    mark: await contentOf(row.mark_id),
    picture: await contentOf(row.picture_id),
    picture_alt: row.picture_alt,
    footer: row.footer,
    updated_at: row.updated_at.toISOString(),
  };
}

function toPicture(size: ImageSize): BrandPicture {
  return { url: urlOf(size), ratio: size.width / size.height };
}

function urlOf({ id, type }: ImageSize): string {
  return `/branding/${id}.${type}`;
}
