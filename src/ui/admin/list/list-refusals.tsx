import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { refusalText } from '#web/ui/admin/form/submit/form-rules.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';

/** Says which parts of the address this list does not know; the list below is without them. */
export function ListRefusals({ state }: { state: ListState }) {
  const { t } = useTranslation();
  return (
    <section className="list-refused" role="alert">
      <strong>{t('list.refused.title')}</strong>
      <ul className="refusals">
        {Object.entries(state.refusals ?? {}).map(([name, [refusal]]) => (
          <li key={name}>
            <code>{name}</code>
            {refusal && <span>{refusalText(t, refusal)}</span>}
          </li>
        ))}
      </ul>
      <Button size="small" onClick={state.dropRefused}>
        {t('list.refused.drop')}
      </Button>
    </section>
  );
}
