import { useInvalidateAuthStore, useOne } from '@refinedev/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { adminUsersApi } from '#contract/admin-users-api.ts';
import { type User, type UserChanges, userChanges } from '#contract/user.ts';
import { useAskAboutOwnRights } from '#web/resources/users/own-rights-question.tsx';
import { useIsAbove } from '#web/resources/users/is-above.ts';
import { userCodes } from '#web/resources/users/user-fields.tsx';
import { userResource } from '#web/resources/users/user-resource.tsx';
import { useAdmin } from '#web/ui/admin-context.ts';
import { Denied } from '#web/ui/denied.tsx';
import { ResourceEdit } from '#web/ui/resource-form.tsx';
import { Writable } from '#web/ui/writable.tsx';

/** Name, address and rights of a member of staff. */
export function Component() {
  const { http } = useAdmin();
  const ask = useAskAboutOwnRights();
  const rereadOwn = useInvalidateAuthStore();

  async function send(id: string, input: UserChanges) {
    if (!(await ask(id, input.permissions))) return null;
    const answer = await http.call(adminUsersApi.changeUser, { params: { id }, body: input });
    // Whoever has changed themselves sees at once what they may do now.
    void rereadOwn();
    return answer;
  }

  return (
    <Writable with="users.write">
      <UnlessAbove>
        <ResourceEdit resource={userResource} schema={userChanges} codes={userCodes} send={send} />
      </UnlessAbove>
    </Writable>
  );
}

/** Nobody fills in a form that will be refused whatever is in it. */
function UnlessAbove({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { result: user } = useOne<User>({ resource: userResource.name, id, errorNotification: false });
  const isAbove = useIsAbove(user);
  return isAbove ? <Denied text={t('users.above')} /> : children;
}
