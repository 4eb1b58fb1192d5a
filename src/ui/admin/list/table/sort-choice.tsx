import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { type FieldType, offeredFields, type SortOrder } from '#contract/kernel/list-query.ts';
import { DownIcon, UpIcon } from '#web/ui/admin/kit/icons.tsx';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';
import type { ListedResource } from '#web/ui/admin/resource/define-resource.ts';
import { fieldName } from '#web/ui/admin/resource/own-fields.ts';

/** For a phone, where rows are cards without headings (resource-list.css): what they are sorted by, and which way. */
export function SortChoice({
  resource,
  state,
  shown,
}: {
  resource: ListedResource;
  state: ListState;
  /** The visible columns, in order. */
  shown: readonly string[];
}) {
  const { t } = useTranslation();
  const { spec } = resource;
  const [sorted] = state.query.sort;
  const offered = new Set(offeredFields(spec).filter((field) => field !== 'id'));
  const fields = [...new Set([...shown, ...(sorted ? [sorted.field] : [])])].filter((one) =>
    offered.has(one),
  );
  const sortBy = (field: string, order: SortOrder) => state.change({ sort: [{ field, order }] });
  const isRising = sorted?.order === 'asc';
  return (
    <div className="sort-choice">
      <Select<string>
        aria-label={t('list.sort')}
        popupMatchSelectWidth={false}
        value={sorted?.field ?? ''}
        options={[
          { value: '', label: `${t('list.sort')}: ${t('list.sortUsual')}` },
          ...fields.map((field) => ({
            value: field,
            label: `${t('list.sort')}: ${fieldName(t, resource, field)}`,
          })),
        ]}
        onChange={(field) => {
          if (field === '') state.change({ sort: [] });
          else sortBy(field, firstOrder(spec.fields[field]?.type));
        }}
      />
      {sorted && (
        <Button
          icon={isRising ? <UpIcon /> : <DownIcon />}
          aria-label={t(isRising ? 'list.columns.descending' : 'list.columns.ascending')}
          onClick={() => sortBy(sorted.field, isRising ? 'desc' : 'asc')}
        />
      )}
    </div>
  );
}

/** Words from their beginning; days and sums from the latest and the greatest. */
function firstOrder(type: FieldType | undefined): SortOrder {
  return type === 'text' || type === 'enum' ? 'asc' : 'desc';
}
