import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { refusalText } from '#web/ui/admin/form/submit/form-rules.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';

/** Explains the parts of the address that this list does not know; they are never ignored. */
export function ListRefusals({ state }: { state: ListState }) {
  const { t } = useTranslation();
  return (
    <section className="notice-page" role="alert">
      <h2>{t('list.refused.title')}</h2>
      <ul className="refusals">
        {Object.entries(state.refusals ?? {}).map(([name, [refusal]]) => (
          <li key={name}>
            <code>{name}</code>
            {refusal && <span>{refusalText(t, refusal)}</span>}
          </li>
        ))}
      </ul>
      <Button type="primary" onClick={state.dropRefused}>
        {t('list.refused.drop')}
      </Button>
    </section>
  );
}
