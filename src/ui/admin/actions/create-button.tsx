import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { type AnyResource, createPath, routeOfScreen } from '#web/ui/admin/resource/define-resource.ts';
import { GuardedButton } from './guarded-button.tsx';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** Opens the form of a new row. Permissions work as in `ActionButton`; the text is `NAME.new`. */
export function CreateButton({ resource }: { resource: Pick<AnyResource, 'name' | 'path' | 'routes'> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const needs = routeOfScreen(resource, 'create');
  if (!useHolds()(needs)) return null;
  return (
    <GuardedButton
      needs={needs}
      type="primary"
      shortcut="c"
      onClick={() => void navigate(createPath(resource))}
    >
      {t(declaredKey(`${resource.name}.new`))}
    </GuardedButton>
  );
}
