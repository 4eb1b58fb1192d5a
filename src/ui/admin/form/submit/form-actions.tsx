import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Submit } from './use-submit.ts';
import { FormFailure } from './form-failure.tsx';

/** The foot of a form on a page: the error of the whole form, the submit button, and the link back. */
export function FormActions({
  failure,
  sending,
  action,
  cancelTo,
}: Pick<Submit, 'failure' | 'sending'> & { action: string; cancelTo: string }) {
  const { t } = useTranslation();
  return (
    <div className="form-actions">
      <FormFailure text={failure} />
      <Button type="primary" htmlType="submit" loading={sending}>
        {action}
      </Button>
      <Link className="button-link" to={cancelTo}>
        {t('actions.cancel')}
      </Link>
    </div>
  );
}
