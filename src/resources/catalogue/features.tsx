import { Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Feature } from '#contract/catalogue/feature.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import { errorText } from '#web/providers/i18n.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { RowDialog } from '#web/ui/admin/form/form-frames.tsx';
import { DownIcon, UpIcon } from '#web/ui/admin/kit/icons.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { TabParts } from '#web/ui/admin/kit/page/tab-parts.tsx';
import { useRowWrites } from '#web/ui/admin/resource/row-writes.ts';
import { featureResource } from './feature-resource.ts';
import { useFeatureTree, useNameOf } from './feature-tree-query.ts';
import '#web/ui/admin/list/table/row-title.css';
import './features.css';

/** The tree of features: added, named, moved, archived and deleted here. */
export function Component() {
  const { t } = useTranslation();
  const nameOf = useNameOf();
  const { data, error, refetch } = useFeatureTree();
  const [open, setOpen] = useState<Feature | 'new' | null>(null);
  const reload = () => void refetch();
  return (
    <>
      <TabParts tab="settings" />
      <div className="list-head">
        <PageHeading title={t('settings.features.title')} />
        <GuardedButton needs={tariffApi.createFeature} type="primary" onClick={() => setOpen('new')}>
          {t('features.new')}
        </GuardedButton>
      </div>
      {error && <Failure text={errorText(error)} retry={reload} />}
      {!error && !data && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && (
        <div className="panel panel-wide">
          <Branch features={data} onOpen={setOpen} onMoved={reload} />
        </div>
      )}
      {open && (
        <RowDialog
          resource={featureResource}
          {...(open !== 'new' && { row: open, title: nameOf(open) })}
          onClose={() => {
            setOpen(null);
            reload();
          }}
        />
      )}
    </>
  );
}

interface Acts {
  onOpen: (feature: Feature) => void;
  onMoved: () => void;
}

function Branch({ features, ...acts }: { features: readonly Feature[] } & Acts) {
  return (
    <ul className="catalogue-tree">
      {features.map((feature, place) => (
        <li key={feature.id}>
          <Node feature={feature} place={place} last={features.length - 1} {...acts} />
          {(feature.children?.length ?? 0) > 0 && <Branch features={feature.children ?? []} {...acts} />}
        </li>
      ))}
    </ul>
  );
}

function Node({
  feature,
  place,
  last,
  onOpen,
  onMoved,
}: { feature: Feature; place: number; last: number } & Acts) {
  const { t } = useTranslation();
  const name = useNameOf()(feature);
  const { update } = useRowWrites('features');
  const { run, isRunning } = useRowAction('features', feature.id);
  const saved = async (values: object) => {
    await update(feature.id, values);
    onMoved();
  };
  /** What is undone is newer than what this screen has seen. */
  const change = (values: object, before: object) =>
    void run({
      send: () => saved({ ...values, updated_at: feature.updated_at }),
      done: t('features.saved'),
      undo: { send: () => saved(before), done: t('features.saved') },
    });
  const missing = locales.filter((locale: Locale) => !feature.translations?.[locale]?.name);
  const act = {
    needs: tariffApi.changeFeature,
    size: 'small',
    type: 'text',
    loading: isRunning,
  } as const;
  return (
    <div className="catalogue-node">
      <button type="button" className="title-button" onClick={() => onOpen(feature)}>
        {name}
      </button>
      <code className="muted">{feature.key}</code>
      {feature.archived && <span className="count-badge">{t('features.archived')}</span>}
      {missing.length > 0 && (
        <span className="count-badge">
          {t('features.missing', { languages: missing.map((one) => t(`languages.${one}`)).join(', ') })}
        </span>
      )}
      <span className="catalogue-acts">
        {place > 0 ? (
          <GuardedButton
            {...act}
            aria-label={`${t('features.up')}: ${name}`}
            icon={<UpIcon />}
            onClick={() => change({ position: place - 1 }, { position: place })}
          />
        ) : (
          <span />
        )}
        {place < last ? (
          <GuardedButton
            {...act}
            aria-label={`${t('features.down')}: ${name}`}
            icon={<DownIcon />}
            onClick={() => change({ position: place + 1 }, { position: place })}
          />
        ) : (
          <span />
        )}
        <GuardedButton
          {...act}
          onClick={() => change({ archived: !feature.archived }, { archived: feature.archived })}
        >
          {t(feature.archived ? 'features.unarchive' : 'features.archive')}
        </GuardedButton>
      </span>
    </div>
  );
}
