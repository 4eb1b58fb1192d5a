import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';
import type { ListedResource } from '#web/ui/admin/resource/define-resource.ts';
import { useListed } from '#web/ui/admin/resource/admin-context.ts';
import { fieldName } from '#web/ui/admin/resource/own-fields.ts';
import { useUnused } from '#web/ui/admin/resource/use-metrics.ts';
import { FilterAdd } from './filter-add.tsx';
import { FilterChip } from './filter-chip.tsx';
import { canBeDraft } from './filter-draft.ts';
import { FilterWords } from './filter-words.tsx';
import './filters.css';

/**
 * The filters of a list above its rows: a chip for each field that is filtered by most, one for each other that is
 * filtered by now, and a way to the rest. Deleted rows are a chip too.
 */
export function FilterBar({ resource, state }: { resource: ListedResource; state: ListState }) {
  const { t } = useTranslation();
  const unused = useUnused(resource.whileUsed);
  const isListed = useListed();
  const [open, setOpen] = useState<string | null>(null);
  const { filters, trashed } = state.query;
  const set = [...new Set(filters.map(({ field }) => field).filter((field) => field !== 'search'))];
  const offered = resource.filters.filter(
    ({ field, byLink, inWords, from, orNone }) =>
      !inWords && !byLink && !unused.has(field) && (!from || orNone || isListed(from)),
  );
  const often = offered.filter((one) => one.often).map(({ field }) => field);
  const fields = [...new Set([...often, ...set, ...(open === null || open === deletedRows ? [] : [open])])];
  const hasDeleted = resource.spec.trashed === true;
  const isDeletedSet = hasDeleted && trashed !== 'without';
  if (offered.length === 0 && set.length === 0) return null;
  return (
    <div className="filter-bar" role="group" aria-label={t('list.filters')}>
      <div className="filter-chips">
        {fields.map((field) => {
          const ofField = filters.filter((filter) => filter.field === field);
          return (
            <FilterChip
              key={field}
              name={fieldName(t, resource, field)}
              words={ofField.length > 0 && <FilterWords resource={resource} filters={ofField} />}
              {...(isEditable(field) && { edit: { resource, field, state } })}
              stays={often.includes(field)}
              isOpen={open === field}
              onOpenChange={(isOpen) => setOpen(isOpen ? field : null)}
              onRemove={() =>
                state.change((now) => ({
                  filters: now.filters.filter((filter) => filter.field !== field),
                }))
              }
            />
          );
        })}
        {(isDeletedSet || open === deletedRows) && (
          <FilterChip
            name={t('list.trashed.label')}
            words={isDeletedSet && t(`list.trashed.${trashed}`)}
            edit={{ resource, field: deletedRows, state }}
            stays={false}
            isOpen={open === deletedRows}
            onOpenChange={(isOpen) => setOpen(isOpen ? deletedRows : null)}
            onRemove={() => state.change({ trashed: 'without' })}
          />
        )}
        <FilterAdd
          resource={resource}
          offered={offered.filter(({ field }) => !fields.includes(field))}
          {...(hasDeleted && !isDeletedSet && { deleted: deletedRows })}
          onChoose={setOpen}
        />
        {(set.length > 0 || isDeletedSet) && (
          <Button type="link" size="small" onClick={state.clear}>
            {t('list.clear')}
          </Button>
        )}
      </div>
    </div>
  );

  /** What a control can't show can only be removed: `id in …` of a figure's link. */
  function isEditable(field: string): boolean {
    const { inWords } = resource.filters.find((one) => one.field === field) ?? {
      inWords: true,
    };
    return !inWords && filters.every((one) => one.field !== field || canBeDraft(resource.spec, one));
  }
}

/** Stands for the choice of deleted rows among the fields. */
const deletedRows = 'trashed';
