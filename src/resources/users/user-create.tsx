import { adminUsersApi } from '#contract/admin-users-api.ts';
import { userInput } from '#contract/user.ts';
import { userCodes } from '#web/resources/users/user-fields.tsx';
import { userResource } from '#web/resources/users/user-resource.tsx';
import { useAdmin } from '#web/ui/admin-context.ts';
import { ResourceCreate } from '#web/ui/resource-form.tsx';
import { Writable } from '#web/ui/writable.tsx';

/** Invites a member of staff by e-mail. */
export function Component() {
  const { http } = useAdmin();
  return (
    <Writable with="users.write">
      <ResourceCreate
        resource={userResource}
        schema={userInput}
        initial={{ permissions: [], two_factor_required: false }}
        codes={userCodes}
        send={(input) => http.call(adminUsersApi.createUser, { body: input })}
      />
    </Writable>
  );
}
