import { memberApi as api } from '#contract/routes/accounts/member.ts';
import { knowDevice } from '#server/auth/login-guard/known-device.ts';
import type { CustomerDeps } from '#server/customers/customer-deps.ts';
import { type Implementation, on, onCustomer, onStaff } from '#server/http/routes.ts';
import { acceptInvitation, readInvitation } from './accept-invitation.ts';
import { addCompany, beforeAddCompany } from './add-company.ts';
import { changeOwnPerson, readOwnPerson } from './change-own-person.ts';
import { changeMember, removeMember } from './change-member.ts';
import { inviteMember } from './invite-member.ts';
import { readCompanies, readMembers, readMembersOf } from './read-members.ts';
import { switchCompany } from './switch-company.ts';

/** Members of clients, and the companies of a person (GROWTH section 18). */
export function personRoutes(deps: CustomerDeps): Implementation[] {
  const { devices } = deps;
  return [
    onCustomer(api.members, async ({ caller }) => ({ data: await readMembers(deps, caller) })),
    onCustomer(api.inviteMember, async ({ caller, body }) => ({
      data: await inviteMember(deps, caller, body),
    })),
    onCustomer(api.changeMember, async ({ caller, params, body }) => ({
      data: await changeMember(deps, caller, params.id, body),
    })),
    onCustomer(api.removeMember, async ({ caller, params }) => {
      await removeMember(deps, caller, params.id);
      return { data: {} };
    }),
    onCustomer(api.leaveCompany, async ({ caller }) => {
      await removeMember(deps, caller, caller.actor.person.id);
      return { data: {} };
    }),
    onCustomer(api.person, async ({ caller }) => ({ data: await readOwnPerson(deps, caller) })),
    onCustomer(api.changePerson, async ({ caller, body }) => ({
      data: await changeOwnPerson(deps, caller, body),
    })),
    onCustomer(api.companies, async ({ caller }) => ({ data: await readCompanies(deps, caller) })),
    onCustomer(
      api.addCompany,
      ({ caller, body }) => addCompany(deps, caller, body),
      ({ caller }) => beforeAddCompany(deps, caller),
    ),
    onCustomer(api.switchCompany, ({ caller, body }) => switchCompany(deps, caller, body.client_id)),
    on(api.invitation, async ({ caller, body }) => ({
      data: await readInvitation(deps, caller, body.token),
    })),
    on(api.acceptInvitation, async (call) =>
      knowDevice(devices, 'customer', call, await acceptInvitation(deps, call.caller, call.body)),
    ),
    onStaff(api.clientMembers, async ({ caller, params }) => ({
      data: await readMembersOf(deps, caller, params.id),
    })),
  ];
}
