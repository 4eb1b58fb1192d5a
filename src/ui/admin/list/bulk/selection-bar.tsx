import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bulkLimits } from '#contract/panel/bulk.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';
import { ChevronIcon, CloseIcon } from '#web/ui/admin/kit/icons.tsx';
import { useIsPhone } from '#web/ui/admin/kit/page/use-is-phone.ts';
import { useFormats, useMay } from '#web/ui/admin/resource/admin-context.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import type { BulkAct, Resource, Row } from '#web/ui/admin/resource/define-resource.ts';
import { filterOf, type Selection, whyNone } from './selection.ts';
import { useEscape } from './use-escape.ts';
import './selection-bar.css';

// Loaded late: most visits of a list change nothing.
const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));

/** How many rows are chosen, and what can be done to them. */
export function SelectionBar<R extends Row>({
  resource,
  state,
  selection,
  total,
}: {
  resource: Resource<R>;
  state: ListState;
  selection: Selection;
  total: number;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [act, setAct] = useState<BulkAct | null>(null);
  const count = selection.isAll ? total : selection.ids.length;
  // Not under the dialog of an act: the selection is what it is for.
  useEscape(count > 0 && !act ? selection.clear : undefined);
  const isPhone = useIsPhone();
  const mayAll = !selection.isAll && total > count;
  const all =
    mayAll && total <= bulkLimits.rows.max
      ? { label: t('bulk.selectAll', { total: number(total) }), choose: selection.chooseAll }
      : undefined;
  return (
    // The dialog stays when its begin clears the choice.
    <>
      {count > 0 && (
        <div className="selection-bar" role="region" aria-label={t('bulk.title')}>
          <strong role="status">{t('bulk.selected', { rows: number(count) })}</strong>
          {all && !isPhone && (
            <Button type="link" size="small" onClick={all.choose}>
              {all.label}
            </Button>
          )}
          {mayAll && !all && !isPhone && (
            <span className="muted">{t('bulk.limit', { max: number(bulkLimits.rows.max) })}</span>
          )}
          <ActsMenu
            resource={resource}
            selection={selection}
            onChoose={setAct}
            all={isPhone ? all : undefined}
          />
          <Button
            type="text"
            {...(isPhone
              ? { icon: <CloseIcon />, 'aria-label': t('bulk.clear') }
              : { size: 'small', children: t('bulk.clear') })}
            onClick={selection.clear}
          />
        </div>
      )}
      {act && (
        <Suspense fallback={null}>
          <BulkDialog
            resource={resource}
            act={act}
            selected={selection.isAll ? { query: filterOf(state.query) } : { ids: [...selection.ids] }}
            count={count}
            onBegun={selection.clear}
            onClose={() => setAct(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What can be done to the chosen rows; what would change none of them says why. `all`: to choose every row first. */
function ActsMenu<R extends Row>({
  resource,
  selection,
  onChoose,
  all,
}: {
  resource: Resource<R>;
  selection: Selection;
  onChoose: (act: BulkAct) => void;
  all: { label: string; choose: () => void } | undefined;
}) {
  const { t } = useTranslation();
  const may = useMay();
  const { data: acts = [] } = useQuery({
    queryKey: ['bulk-acts', resource.name],
    queryFn: () => resource.bulk?.acts() ?? [],
    staleTime: Infinity,
  });
  const allowed = acts.filter(({ needs }) => may(needs).allowed);
  const nameOf = ({ name }: BulkAct) => t(declaredKey(`bulk.values.act.${name}`));
  const items = allowed.map((act) => {
    const why = whyNone(selection, act);
    return {
      key: act.name,
      danger: act.danger === true,
      disabled: why !== null,
      label: (
        <>
          {nameOf(act)}
          {why && <span className="bulk-why"> – {t(`bulk_rows.values.code.${why}`)}</span>}
        </>
      ),
      onClick: () => onChoose(act),
    };
  });
  const chooseAll = all
    ? [{ key: 'all', label: all.label, onClick: all.choose }, { type: 'divider' as const }]
    : [];
  // What the menu holds, before it is opened.
  const names = allowed.map(nameOf).join(', ');
  return (
    <Dropdown trigger={['click']} menu={{ items: [...chooseAll, ...items] }}>
      <Button type="primary" aria-haspopup="menu" title={names} icon={<ChevronIcon />} iconPosition="end">
        {t('bulk.acts')}
      </Button>
    </Dropdown>
  );
}
