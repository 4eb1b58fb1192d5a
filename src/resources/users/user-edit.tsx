import { adminUsersApi } from '#contract/admin-users-api.ts';
import { userChanges } from '#contract/user.ts';
import { userCodes } from '#web/resources/users/user-fields.tsx';
import { userResource } from '#web/resources/users/user-resource.tsx';
import { useAdmin } from '#web/ui/admin-context.ts';
import { ResourceEdit } from '#web/ui/resource-form.tsx';
import { Writable } from '#web/ui/writable.tsx';

/** Name, address and rights of a member of staff. */
export function Component() {
  const { http } = useAdmin();
  return (
    <Writable with="users.write">
      <ResourceEdit
        resource={userResource}
        schema={userChanges}
        codes={userCodes}
        send={(id, input) => http.call(adminUsersApi.changeUser, { params: { id }, body: input })}
      />
    </Writable>
  );
}
