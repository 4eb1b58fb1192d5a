import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { PlusIcon } from '#web/ui/admin/kit/icons.tsx';
import type { FilterField, ListedResource } from '#web/ui/admin/resource/define-resource.ts';
import { fieldName } from '#web/ui/admin/resource/own-fields.ts';

interface Choice {
  value?: string;
  label: string;
  options?: { value: string; label: string }[];
}

/** The fields that have no chip, in their groups, found by typing. */
export function FilterAdd({
  resource,
  offered,
  deleted,
  onChoose,
}: {
  resource: ListedResource;
  offered: readonly FilterField[];
  /** The choice of deleted rows, where it is one of the filters and not yet made. */
  deleted?: string;
  onChoose: (field: string) => void;
}) {
  const { t } = useTranslation();
  const fields: {
    value: string;
    label: string;
    group: FilterField['group'];
  }[] = [
    ...offered.map(({ field, group }) => ({
      value: field,
      label: fieldName(t, resource, field),
      group,
    })),
    ...(deleted
      ? [
          {
            value: deleted,
            label: t('list.trashed.label'),
            group: 'state' as const,
          },
        ]
      : []),
  ];
  if (fields.length === 0) return null;
  const groups = [...new Set(fields.map(({ group }) => group))];
  const ofGroup = (wanted: FilterField['group']) => fields.filter(({ group }) => group === wanted);
  return (
    <Select<string | null, Choice>
      className="filter-add"
      variant="borderless"
      showSearch
      optionFilterProp="label"
      popupMatchSelectWidth={280}
      listHeight={320}
      value={null}
      placeholder={t('list.addFilter')}
      aria-label={t('list.addFilter')}
      aria-keyshortcuts="f"
      prefix={<PlusIcon />}
      suffixIcon={null}
      notFoundContent={t('list.nothing.title')}
      onChange={(field) => field && onChoose(field)}
      options={groups.flatMap((group): Choice[] =>
        group ? [{ label: t(`list.groups.${group}`), options: ofGroup(group) }] : ofGroup(group),
      )}
    />
  );
}
