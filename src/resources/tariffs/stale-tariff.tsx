import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Tariff, tariffList } from '#contract/tariff.ts';
import { locales } from '#contract/variants.ts';
import { Unlimited } from '#web/resources/tariffs/tariff-cells.tsx';
import { ListCell } from '#web/ui/list-cell.tsx';
import { Moment } from '#web/ui/moment.tsx';

/** Says what a colleague has saved since the form was opened, and lets one keep either. */
export function StaleTariff({
  before,
  current,
  changedBy,
  onTake,
  onClose,
}: {
  before: Tariff;
  current: Tariff;
  changedBy: string | null;
  onTake: (whose: 'theirs' | 'mine') => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const values = valueFields.filter((field) => before[field] !== current[field]);
  const languages = locales.filter((name) =>
    differ(before.translations?.[name], current.translations?.[name]),
  );
  const hasOtherFeatures = differ(featureIds(before), featureIds(current));
  return (
    <Modal
      open
      title={t('tariffs.stale.title')}
      onCancel={onClose}
      footer={
        <div className="drawer-actions">
          <Button onClick={() => onTake('theirs')}>{t('tariffs.stale.theirs')}</Button>
          <Button type="primary" onClick={() => onTake('mine')}>
            {t('tariffs.stale.mine')}
          </Button>
        </div>
      }
    >
      <p>
        {t('tariffs.stale.text')} <Moment iso={current.updated_at} />
        {changedBy !== null && ` (${changedBy})`}
      </p>
      <dl className="facts">
        {values.map((field) => (
          <div key={field}>
            <dt>{t(`tariffs.fields.${field}`)}</dt>
            <dd>
              <del>{shown(field, before)}</del> <ins>{shown(field, current)}</ins>
            </dd>
          </div>
        ))}
        {hasOtherFeatures && (
          <div>
            <dt>{t('tariffs.parts.features')}</dt>
            <dd>{t('tariffs.stale.changed')}</dd>
          </div>
        )}
        {languages.length > 0 && (
          <div>
            <dt>{t('tariffs.parts.texts')}</dt>
            <dd>{languages.map((name) => t(`languages.${name}`)).join(', ')}</dd>
          </div>
        )}
      </dl>
    </Modal>
  );
}

const valueFields = [
  'price_month',
  'price_year',
  'monthly_turnover_limit',
  'goods_quantity',
  'recommended_days',
  'archived_at',
] as const;

function shown(field: (typeof valueFields)[number], tariff: Tariff): ReactNode {
  const value = tariff[field];
  if (value === null && field !== 'archived_at') return <Unlimited />;
  return (
    <ListCell name="tariffs" field={field} type={tariffList.fields[field]?.type ?? 'text'} value={value} />
  );
}

function featureIds({ permissions = [] }: Tariff): string[] {
  return permissions.map(({ id }) => id).sort();
}

function differ(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) !== JSON.stringify(other ?? null);
}
