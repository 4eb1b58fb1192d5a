import { clientFieldApi as api } from '#contract/routes/panel/client-field.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import { fieldListing, knownField, type ReadFieldDeps, readShownFields } from './read-fields.ts';
import { changeField, createField, removeField } from './write-field.ts';

/** `admin/client-fields` (GROWTH section 19). */
export function clientFieldRoutes(deps: ReadFieldDeps & { lists: ListDeps }): Implementation[] {
  return [
    onList(api.clientFields, fieldListing(deps), deps.lists),
    onStaff(api.allClientFields, async ({ caller }) => ({
      data: await readShownFields(deps, caller.locale),
    })),
    onStaff(api.createClientField, async ({ caller, body }) => ({
      data: await createField(deps, caller, body),
    })),
    onStaff(
      api.changeClientField,
      async ({ caller, params: { id }, body: input }) => ({
        data: await changeField(deps, caller, { id, input }),
      }),
      knownField(deps),
    ),
    onStaff(api.deleteClientField, async ({ caller, params }) => {
      await removeField(deps.db, caller, params.id);
      return { data: {} };
    }),
  ];
}
