import { useList } from '@refinedev/core';
import { Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { Tariff } from '#contract/entities/tariff.ts';
import { tariffResource } from '#web/resources/tariffs/tariff-resource.tsx';
import { ReferenceSelect } from '#web/ui/admin/form/controls/reference-select.tsx';
import { BackIcon } from '#web/ui/admin/kit/icons.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { listPath } from '#web/ui/admin/resource/define-resource.ts';
import { TariffDifference } from '#web/resources/clients/subscription/tariff-difference.tsx';
import { useEqualLines } from './equal-lines.tsx';

const sides = ['a', 'b'] as const;

/** Two tariffs next to each other; which ones is in the address, else the first two on offer. */
export function Component() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const isBare = sides.every((side) => !parameters.has(side));
  const { result: first } = useList<Tariff>({
    resource: 'tariffs',
    meta: { listQuery: { limit: 2 } },
    queryOptions: { enabled: isBare },
    errorNotification: false,
  });
  const shown = isBare
    ? { a: first.data[0]?.id ?? null, b: first.data[1]?.id ?? null }
    : { a: parameters.get('a'), b: parameters.get('b') };
  const { a, b } = shown;
  return (
    <>
      <Link className="back-link" to={listPath(tariffResource)}>
        <BackIcon />
        {t('tariffs.title')}
      </Link>
      <PageHeading className="form-title" title={t('tariffs.compare.title')} />
      <section className="panel panel-wide">
        <div className="tariff-choice-pair">
          {sides.map((side) => (
            <ReferenceSelect
              key={side}
              mode="one"
              resource="tariffs"
              label={t(`tariffs.compare.${side}`)}
              placeholder={t(`tariffs.compare.${side}`)}
              value={shown[side]}
              onChange={(id) => setParameters(chosen(side, id), { replace: true })}
            />
          ))}
        </div>
        {a && b ? <Compared a={a} b={b} /> : <p className="muted">{t('tariffs.compare.choose')}</p>}
      </section>
    </>
  );

  function chosen(side: (typeof sides)[number], id: string | null): URLSearchParams {
    const next = Object.entries({ ...shown, [side]: id });
    return new URLSearchParams(next.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
  }
}

/** What differs, and on request also what is equal. */
function Compared({ a, b }: { a: string; b: string }) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const equal = useEqualLines({ a, b, enabled: isWhole });
  return (
    <>
      <label className="switch-row">
        <Switch size="small" checked={isWhole} onChange={setWhole} />
        {t('tariffs.compare.all')}
      </label>
      <TariffDifference a={a} b={b} equal={isWhole ? equal : []} />
      {!isWhole && <p className="muted">{t('tariffs.compare.only')}</p>}
    </>
  );
}
