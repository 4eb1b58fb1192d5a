import { Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Difference } from '#web/ui/form-draft.ts';

/**
 * What a colleague has changed meanwhile, field by field; one keeps either (DESIGN section 10; API.md, `stale`). Gives
 * the names of the fields in which theirs is taken.
 */
export function StaleDialog<Field extends { name: string }>({
  name,
  differences,
  shown,
  changedBy,
  onChosen,
  onClose,
}: {
  name: string;
  differences: readonly Difference<Field>[];
  shown: (field: Field, value: unknown) => ReactNode;
  changedBy: string | null;
  onChosen: (theirs: string[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [theirs, setTheirs] = useState(() =>
    differences.filter(({ isConflict }) => !isConflict).map(({ field }) => field.name),
  );
  return (
    <Modal
      open
      title={t('form.stale.title')}
      okText={t('form.stale.save')}
      cancelText={t('actions.back')}
      onOk={() => onChosen(theirs)}
      onCancel={onClose}
      width={640}
    >
      <p>{changedBy === null ? t('form.stale.text') : t('form.stale.textBy', { name: changedBy })}</p>
      {differences.length === 0 && <p>{t('form.stale.elsewhere')}</p>}
      <ul className="stale-fields">
        {differences.map(({ field, mine, theirs: other, isConflict }) => (
          <li key={field.name}>
            <h3 id={`stale-${field.name}`}>{t(`${name}.fields.${field.name}`)}</h3>
            <Radio.Group
              aria-labelledby={`stale-${field.name}`}
              value={theirs.includes(field.name) ? 'theirs' : 'mine'}
              onChange={({ target }) =>
                setTheirs((chosen) =>
                  target.value === 'theirs'
                    ? [...chosen, field.name]
                    : chosen.filter((one) => one !== field.name),
                )
              }
            >
              <Radio value="theirs">
                <span className="stale-whose">{t('form.stale.theirs')}</span>
                {shown(field, other)}
              </Radio>
              <Radio value="mine">
                <span className="stale-whose">{t(isConflict ? 'form.stale.mine' : 'form.stale.before')}</span>
                {shown(field, mine)}
              </Radio>
            </Radio.Group>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
