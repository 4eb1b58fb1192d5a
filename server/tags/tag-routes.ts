import { tagApi as api } from '#contract/routes/panel/tag.ts';
import type { Db } from '#server/db/tables.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import { knownTag, tagListing } from './read-tags.ts';
import { changeTag, createTag, removeTag } from './write-tag.ts';

/** `admin/tags` (GROWTH section 19). */
export function tagRoutes({ db, lists }: { db: Db; lists: ListDeps }): Implementation[] {
  return [
    onList(api.tags, tagListing(db), lists),
    onStaff(api.createTag, async ({ caller, body }) => ({ data: await createTag(db, caller, body) })),
    onStaff(
      api.changeTag,
      async ({ caller, params: { id }, body: input }) => ({
        data: await changeTag(db, caller, { id, input }),
      }),
      knownTag(db),
    ),
    onStaff(api.deleteTag, async ({ caller, params }) => {
      await removeTag(db, caller, params.id);
      return { data: {} };
    }),
  ];
}
