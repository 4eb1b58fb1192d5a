import { useTranslation } from 'react-i18next';
import type { Filter } from '#contract/kernel/list-query.ts';
import { ReferenceSelect } from '#web/ui/admin/form/controls/reference-select.tsx';

/** Who was only invited can't look after anybody yet; the list has no deleted colleagues by itself. */
const joined: readonly Filter[] = [{ field: 'invited', op: 'eq', value: 'false' }];

/** Chooses who looks after a client, of the colleagues who can. The present one stays named. */
export function ManagerSelect(choice: {
  value: string | null;
  onChange: (id: string | null) => void;
  known?: { id: string; name: string } | null;
  id?: string | undefined;
  /** The label, where no form gives one. */
  label?: string;
  placeholder?: string;
}) {
  const { t } = useTranslation();
  return (
    <ReferenceSelect
      mode="one"
      resource="users"
      filters={joined}
      placeholder={t('clients.form.noManager')}
      {...choice}
    />
  );
}
