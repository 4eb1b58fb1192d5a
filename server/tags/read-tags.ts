import { type Tag, tagEntity } from '#contract/entities/tag.ts';
import type { Db } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { tagCsv, type TagRow, tagsByIds, tagSource } from './tag-store.ts';

/** Tags for the list and its file. */
export function tagListing(db: Db): Listing<Tag> {
  return {
    name: 'tags',
    source: () => tagSource(),
    rows: async (_caller, ids) => inOrderOf(ids, await tagsByIds(db, ids)).map(toTag),
    csv: tagCsv,
  };
}

/** Refuses an unknown tag before the body is read. */
export function knownTag(db: Db) {
  return async ({ params }: { params: { id: string } }): Promise<void> => {
    if ((await tagsByIds(db, [params.id])).length === 0) throw new AppError('not_found');
  };
}

export function toTag(row: TagRow): Tag {
  return toAnswer(tagEntity, row, {});
}
