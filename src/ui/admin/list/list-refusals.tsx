import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { refusalText } from '#web/ui/admin/form/submit/form-rules.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';

/** Says which parts of the address this list does not know; the list below is without them. */
export function ListRefusals({ state }: { state: ListState }) {
  const { t } = useTranslation();
  const refused = Object.entries(state.refusals ?? {});
  // A word that no list knows needs no reason.
  const foreign = refused.filter(([, [refusal]]) => refusal?.key === 'validation.unknownKey');
  const others = refused.filter((one) => !foreign.includes(one));
  return (
    <section className="list-refused" role="alert">
      {others.length > 0 && <strong>{t('list.refused.title')}</strong>}
      <ul className="refusals">
        {others.map(([name, [refusal]]) => (
          <li key={name}>
            <code>{name}</code>
            {refusal && <span>{refusalText(t, refusal)}</span>}
          </li>
        ))}
        {foreign.length > 0 && (
          <li>
            {t('list.refused.foreign')} <code>{foreign.map(([name]) => name).join(', ')}</code>
          </li>
        )}
      </ul>
      <Button size="small" onClick={state.dropRefused}>
        {t('list.refused.drop')}
      </Button>
    </section>
  );
}
