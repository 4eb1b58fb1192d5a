import { useList } from '@refinedev/core';
import { Button, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Metric } from '#contract/catalogue/metric.ts';
import type { Tariff } from '#contract/entities/tariff.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { DescriptionList } from '#web/ui/admin/kit/description-list.tsx';
import { useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';

/** How many tariffs limit a metric, and the way to their limits: forms show no metric before it is used. */
export function MetricTariffs({
  metric,
}: {
  metric: Pick<Metric, 'key' | 'name' | 'unit' | 'tariffs_count'>;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const mayChange = useHolds()(tariffApi.changeTariff);
  const count = number(metric.tariffs_count);
  if (!mayChange) return count;
  return (
    <span className="button-row">
      {count}
      <Button size="small" type="link" onClick={() => setOpen(true)}>
        {t('metrics.limits.go')}
      </Button>
      <Modal
        open={isOpen}
        title={t('metrics.limits.title', { name: metric.name })}
        footer={null}
        onCancel={() => setOpen(false)}
      >
        {isOpen && <LimitsByTariff metric={metric} />}
      </Modal>
    </span>
  );
}

/** Each tariff with its limit of the metric; it leads to the form where the limit is set. */
function LimitsByTariff({ metric: { key, unit } }: { metric: Pick<Metric, 'key' | 'unit'> }) {
  const { t } = useTranslation();
  const { measure } = useFormats();
  const { query, result } = useList<Tariff>({
    resource: 'tariffs',
    meta: { listQuery: { limit: limits.pageSize.max } },
  });
  if (query.isLoading) return <Skeleton active />;
  return (
    <DescriptionList
      facts={result.data.map(({ id, name, limits: set }) => {
        const limit = set.find(({ metric }) => metric === key)?.limit;
        return [
          name,
          <Link key={id} to={`/admin-panel/tariffs/edit/${id}?limit=${encodeURIComponent(key)}`}>
            {limit === undefined ? t('metrics.limits.none') : measure(limit, unit)}
          </Link>,
        ];
      })}
    />
  );
}
