import { useTranslation } from 'react-i18next';
import type { MemberRole } from '#contract/accounts/member-role.ts';

const roles = ['owner', 'admin', 'billing', 'member'] as const satisfies readonly MemberRole[];

/** A role with what it may; only owners make owners. */
export function RoleSelect({
  label,
  value,
  isOwner,
  disabled,
  onChange,
}: {
  label: string;
  value: MemberRole;
  isOwner: boolean;
  disabled: boolean;
  onChange: (role: MemberRole) => void;
}) {
  const { t } = useTranslation();
  return (
    <select
      className="control"
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={({ target }) => {
        const chosen = roles.find((one) => one === target.value);
        if (chosen) onChange(chosen);
      }}
    >
      {roles
        .filter((one) => isOwner || one !== 'owner')
        .map((one) => (
          <option key={one} value={one}>
            {t(`memberRoles.${one}`)}
          </option>
        ))}
    </select>
  );
}
