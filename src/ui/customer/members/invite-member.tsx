import { useTranslation } from 'react-i18next';
import { type MemberRole, memberRoles } from '#contract/accounts/member-role.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { Choice } from '#web/ui/customer/form/choice.tsx';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';

const empty: { email: string; role: MemberRole } = { email: '', role: 'member' };

/** Invites somebody by email, in a role. */
export function InviteMember({ isOwner, onSent }: { isOwner: boolean; onSent: (email: string) => void }) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const contractForm = useContractForm({
    schema: () => withSchemas(async () => (await import('#contract/accounts/member.ts')).memberInput),
    defaultValues: empty,
    fields: ['email', 'role'],
    async send(input) {
      await client.call('inviteMember', { body: input });
      contractForm.form.reset(empty);
      onSent(input.email);
    },
  });
  const { form, field } = contractForm;
  return (
    <FormFrame of={contractForm} submitLabel={t('account.members.send')}>
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
              hint: [t(`memberMay.${role}`), role === 'member' && t('account.members.memberIsFor')],
            }))}
        />
      </div>
    </FormFrame>
  );
}
