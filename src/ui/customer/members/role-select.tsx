import { useTranslation } from 'react-i18next';
import { type MemberRole, memberRoles } from '#contract/accounts/member-role.ts';

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
        const chosen = memberRoles.find((one) => one === target.value);
        if (chosen) onChange(chosen);
      }}
    >
      {memberRoles
        .filter((one) => isOwner || one !== 'owner')
        .map((one) => (
          <option key={one} value={one}>
            {t(`memberRoles.${one}`)}
          </option>
        ))}
    </select>
  );
}
