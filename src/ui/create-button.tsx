import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '#web/ui/admin-context.ts';
import { createPath, type Resource, type Row } from '#web/ui/define-resource.ts';
import { GuardedButton } from '#web/ui/guarded-button.tsx';

/** Leads to the form of a new row, for whoever may make one, as `ActButton`; its words are `NAME.new`. */
export function CreateButton({
  resource,
}: {
  resource: Pick<Resource<Row>, 'name' | 'path' | 'permissions'>;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { write, read } = resource.permissions;
  const needs = write ?? read;
  if (!useMay()(needs, { write: false }).allowed) return null;
  return (
    <GuardedButton needs={needs} type="primary" onClick={() => void navigate(createPath(resource))}>
      {t(`${resource.name}.new`)}
    </GuardedButton>
  );
}
