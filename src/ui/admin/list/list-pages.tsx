import { Pagination, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ListSpec } from '#contract/kernel/list-query.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';

const pageSizes = [10, 25, 50, 100];

/** What the number of a list counts where rows can be deleted: without them, with them, or them alone. */
export function countedKey({ spec }: { spec: ListSpec }, { query }: Pick<ListState, 'query'>) {
  return spec.trashed ? (`list.trashed.${query.trashed}` as const) : undefined;
}

/** The range of rows, the total, the pages, and the page size. */
export function ListPages({
  state,
  total,
  counted,
}: {
  state: ListState;
  total: number;
  counted: ReturnType<typeof countedKey>;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { page, limit } = state.query;
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  const sizes = pageSizes.includes(limit) ? pageSizes : [...pageSizes, limit].sort((a, b) => a - b);
  return (
    <div className="list-pages">
      <span className="list-range" role="status">
        {t('list.range', { first: number(first), last: number(last), total: number(total) })}
        {counted && ` · ${t(counted)}`}
      </span>
      <Pagination
        current={page}
        pageSize={limit}
        total={Math.min(total, limits.page.max * limit)}
        showSizeChanger={false}
        showQuickJumper={total > limit * 10}
        // antd labels the field with the second text; the two don't form a sentence in every language.
        locale={{ jump_to: t('list.goTo'), page: t('list.page') }}
        hideOnSinglePage
        onChange={(chosen) => state.change({ page: chosen })}
      />
      <label className="list-size">
        <span>{t('list.perPage')}</span>
        <Select
          size="small"
          value={limit}
          // At the width of the chosen option, a longer one would be cut off.
          popupMatchSelectWidth={false}
          options={sizes.map((size) => ({ value: size, label: size }))}
          onChange={(size: number) => state.change({ limit: size })}
          aria-label={t('list.perPage')}
        />
      </label>
    </div>
  );
}
