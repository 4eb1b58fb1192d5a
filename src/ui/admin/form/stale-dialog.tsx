import { useGetIdentity } from '@refinedev/core';
import { Modal, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffAccount } from '#contract/accounts/auth.ts';
import type { ChangedBy } from '#web/providers/http-error.ts';
import type { Difference } from './draft/form-draft.ts';
import { PlaceLabel, PlaceValue } from './form-field.tsx';
import './stale-dialog.css';

/**
 * Shows, field by field, what a colleague has changed meanwhile, or the same person in another window, to choose from
 * (DESIGN section 10; API.md, `stale`). Returns the fields in which their value is taken.
 */
export function StaleDialog({
  name,
  differences,
  changedBy,
  onChosen,
  onClose,
}: {
  name: string;
  differences: readonly Difference[];
  changedBy: ChangedBy | null;
  onChosen: (theirs: string[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const isOwn = useIsOwn()(changedBy);
  const [theirs, setTheirs] = useState(() =>
    differences.filter(({ isConflict }) => !isConflict).map(({ place }) => place.name),
  );
  return (
    <Modal
      open
      title={t(isOwn ? 'form.stale.own.title' : 'form.stale.title')}
      okText={t('form.stale.save')}
      cancelText={t('actions.back')}
      onOk={() => onChosen(theirs)}
      onCancel={onClose}
      width="40rem"
    >
      <p>{whatHappened()}</p>
      {differences.length === 0 && <p>{t('form.stale.elsewhere')}</p>}
      <ul className="stale-fields">
        {differences.map(({ place, mine, theirs: other, isConflict }) => (
          <li key={place.name}>
            <h3 id={`stale-${place.name}`}>
              <PlaceLabel name={name} place={place} />
            </h3>
            <div role="radiogroup" aria-labelledby={`stale-${place.name}`}>
              <Radio.Group
                name={`stale-${place.name}`}
                value={theirs.includes(place.name) ? 'theirs' : 'mine'}
                onChange={({ target }) =>
                  setTheirs((chosen) =>
                    target.value === 'theirs'
                      ? [...chosen, place.name]
                      : chosen.filter((one) => one !== place.name),
                  )
                }
              >
                <Radio value="theirs">
                  <span className="stale-whose">
                    {t(isOwn ? 'form.stale.own.theirs' : 'form.stale.theirs')}
                  </span>
                  <PlaceValue name={name} place={place} value={other} other={mine} />
                </Radio>
                <Radio value="mine">
                  <span className="stale-whose">
                    {isConflict
                      ? t(isOwn ? 'form.stale.own.mine' : 'form.stale.mine')
                      : t('form.stale.before')}
                  </span>
                  <PlaceValue name={name} place={place} value={mine} other={other} />
                </Radio>
              </Radio.Group>
            </div>
          </li>
        ))}
      </ul>
    </Modal>
  );

  function whatHappened(): string {
    if (changedBy === null) return t('form.stale.text');
    return isOwn ? t('form.stale.own.text') : t('form.stale.textBy', { name: changedBy.name });
  }
}

/** Whether it was the same person in another window. */
export function useIsOwn(): (changedBy: ChangedBy | null) => boolean {
  const { data: me } = useGetIdentity<StaffAccount>();
  return (changedBy) => me !== undefined && changedBy?.id === me.id;
}
