import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { createPath, type Resource, type Row } from '#web/ui/define-resource.ts';
import { GuardedButton } from '#web/ui/guarded-button.tsx';

/** Leads to the form of a new row; its words are `NAME.new`. */
export function CreateButton({
  resource,
}: {
  resource: Pick<Resource<Row>, 'name' | 'path' | 'permissions'>;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { write, read } = resource.permissions;
  return (
    <GuardedButton needs={write ?? read} type="primary" onClick={() => void navigate(createPath(resource))}>
      {t(`${resource.name}.new`)}
    </GuardedButton>
  );
}
