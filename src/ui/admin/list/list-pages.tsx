import { Pagination, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/primitives.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';

const pageSizes = [10, 25, 50, 100];

/** Which rows of how many, the pages, and how many a page has. */
export function ListPages({ state, total }: { state: ListState; total: number }) {
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
      </span>
      <Pagination
        current={page}
        pageSize={limit}
        total={Math.min(total, limits.page.max * limit)}
        showSizeChanger={false}
        showQuickJumper={total > limit * 10}
        // antd names the field by the second, and its words do not make a sentence in every language.
        locale={{ jump_to: t('list.goTo'), page: t('list.page') }}
        hideOnSinglePage
        onChange={(chosen) => state.change({ page: chosen })}
      />
      <label className="list-size">
        <span>{t('list.perPage')}</span>
        <Select
          size="small"
          value={limit}
          // As wide as the chosen one, it would cut off a longer one.
          popupMatchSelectWidth={false}
          options={sizes.map((size) => ({ value: size, label: size }))}
          onChange={(size: number) => state.change({ limit: size })}
          aria-label={t('list.perPage')}
        />
      </label>
    </div>
  );
}
