import { type Selectable, sql } from 'kysely';
import type { BrandingImageTable, BrandingTable, Db } from '#server/db/tables.ts';

/** SQL for the branding: a row, or none. */

export type ImageRow = Selectable<BrandingImageTable>;
export type BrandingRow = Omit<Selectable<BrandingTable>, 'single'>;
/** A picture without its content. */
export type ImageSize = Pick<ImageRow, 'id' | 'type' | 'width' | 'height'>;

export function storedBranding(db: Db): Promise<BrandingRow | undefined> {
  return db
    .selectFrom('branding')
    .select(['accent', 'logo_id', 'mark_id', 'picture_id', 'picture_alt', 'footer', 'updated_at'])
    .executeTakeFirst();
}

export async function imageSizes(db: Db, ids: readonly string[]): Promise<ImageSize[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('branding_images')
    .select(['id', 'type', 'width', 'height'])
    .where('id', 'in', ids)
    .execute();
}

/** The same of the front's picture; `has_dark`: it brings colours for the dark (docs/decisions/0310). */
export function frontImage(db: Db, id: string): Promise<(ImageSize & { has_dark: boolean }) | undefined> {
  const hasDark = sql<boolean>`type = 'svg' and position('prefers-color-scheme'::bytea in content) > 0`;
  return db
    .selectFrom('branding_images')
    .select(['id', 'type', 'width', 'height', hasDark.as('has_dark')])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findImage(db: Db, id: string): Promise<ImageRow | undefined> {
  return db.selectFrom('branding_images').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The same picture is stored once. */
export async function storeImage(tx: Db, row: ImageRow): Promise<void> {
  await tx
    .insertInto('branding_images')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function storeBranding(tx: Db, row: BrandingRow): Promise<void> {
  const values = {
    ...row,
    picture_alt: JSON.stringify(row.picture_alt),
    footer: JSON.stringify(row.footer),
  };
  await tx
    .insertInto('branding')
    .values(values)
    .onConflict((conflict) => conflict.column('single').doUpdateSet(values))
    .execute();
}

export async function deleteBranding(tx: Db): Promise<void> {
  await tx.deleteFrom('branding').execute();
}
