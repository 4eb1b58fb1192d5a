import { useTranslation } from 'react-i18next';
import type { OwnPerson } from '#contract/accounts/own-person.ts';
import { type MemberRole, memberRoles } from '#contract/accounts/member-role.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { Choice } from '#web/ui/customer/form/choice.tsx';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { renamePerson } from '#web/ui/shared/shown-person.ts';
import { asSentence } from './as-sentence.ts';

const empty: { name: string; email: string; role: MemberRole } = { name: '', email: '', role: 'member' };

/** Invites somebody by email, in a role. A person without a name of their own is asked for it the first time. */
export function InviteMember({
  person,
  isOwner,
  onNamed,
  onSent,
}: {
  person: OwnPerson;
  isOwner: boolean;
  onNamed: (person: OwnPerson) => void;
  onSent: (email: string) => void;
}) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const { lacks_name: asksName, updated_at } = person;
  const contractForm = useContractForm({
    schema: () => withSchemas(async () => (await import('./invite-form.ts')).inviteForm(asksName)),
    defaultValues: empty,
    fields: ['name', 'email', 'role'],
    async send({ name, ...input }) {
      if (name !== undefined) {
        const { data } = await client.call('changePerson', { body: { name, updated_at } });
        renamePerson(data.name);
        onNamed(data);
      }
      await client.call('inviteMember', { body: input });
      contractForm.form.reset(empty);
      onSent(input.email);
    },
  });
  const { form, field } = contractForm;
  return (
    <FormFrame
      of={contractForm}
      submitLabel={t('account.members.send')}
      labels={{ name: t('account.person.name') }}
    >
      {asksName && (
        <TextField
          label={t('account.person.name')}
          hint={t('account.members.nameIsFor')}
          autoComplete="name"
          {...field('name')}
        />
      )}
      <TextField label={t('account.members.email')} type="email" autoComplete="off" {...field('email')} />
      <div className="role-choice">
        <Choice
          legend={t('account.members.role')}
          value={form.watch('role')}
          onChange={(role) => form.setValue('role', role)}
          options={memberRoles
            .filter((role) => isOwner || role !== 'owner')
            .map((role) => ({
              value: role,
              name: t(`memberRoles.${role}`),
              hint: [
                asSentence(t(`memberMay.${role}`)),
                role === 'member' && t('account.members.memberIsFor'),
              ],
            }))}
        />
      </div>
    </FormFrame>
  );
}
