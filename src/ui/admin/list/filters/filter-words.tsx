import { useMany } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { booleanOf, type Filter, isDay } from '#contract/kernel/list-query.ts';
import { typedIn } from '#web/providers/list-pattern.ts';
import { titleOf, useFormats, useIsListed, useTitleField } from '#web/ui/admin/resource/admin-context.ts';
import type { ListedResource } from '#web/ui/admin/resource/define-resource.ts';
import { useUsedMetrics } from '#web/ui/admin/resource/use-metrics.ts';
import { rangeInWords } from './relative-choice.ts';
import { fieldName, useOwnSpec, wordName } from '#web/ui/admin/resource/own-fields.ts';
import { noonOf } from '#web/ui/shared/zoned-day.ts';

/** The filters of one field in words: its name, and what it is filtered for; both ends of a range are one. */
export function FilterWords({
  resource: declared,
  filters,
}: {
  resource: ListedResource;
  filters: readonly Filter[];
}) {
  const { t } = useTranslation();
  const resource = { ...declared, ...useOwnSpec(declared.spec) };
  const formats = useFormats();
  const { money, number, day, moment } = formats;
  const field = filters[0]?.field ?? '';
  const type = resource.spec.fields[field]?.type ?? 'text';
  const { from, inWords } = resource.filters.find((one) => one.field === field) ?? {};
  const isDate = type === 'day' || type === 'moment';
  const label = field === 'search' ? t('list.search') : fieldName(t, resource, field);
  const named = from ? filters.filter(({ op }) => op !== 'null').flatMap(({ value }) => value) : [];
  const isListed = useIsListed(from ?? 'users');
  const title = useTitleField(from ?? 'users');
  const metrics = useUsedMetrics({ enabled: inWords !== undefined }) ?? [];
  const names = useMany<{ id: string }>({
    resource: from ?? 'users',
    ids: named,
    queryOptions: { enabled: named.length > 0 && isListed },
    errorNotification: false,
  });
  const range = rangeOf(filters);
  if (range) return t('list.ops.between', { label, from: word(range.from), to: word(range.to) });
  return filters.map(inWordsOf).join(', ');

  function inWordsOf({ op, value }: Filter): string {
    if (op === 'null') return t(booleanOf(String(value)) ? 'list.ops.empty' : 'list.ops.filled', { label });
    if (op === 'eq' && type === 'boolean')
      return `${label}: ${t(booleanOf(String(value)) ? 'list.yes' : 'list.no')}`;
    const shown = [value]
      .flat()
      .map((one) => word(one, op))
      .join(', ');
    if (isDate && (op === 'lt' || op === 'gt'))
      return t(op === 'lt' ? 'list.ops.before' : 'list.ops.after', { label, value: shown });
    return t(`list.ops.${op}`, { label, value: shown });
  }

  function nameOf(one: string): string {
    const row = names.result.data.find(({ id }) => id === one);
    return row ? titleOf(row, title) : one;
  }

  function word(one: string, op?: Filter['op']): string {
    if (from) return nameOf(one);
    if (inWords) return inWords(one, { t, metrics, ...formats });
    if (op === 'ilike') return typedIn(one);
    switch (type) {
      case 'enum':
        return wordName(t, resource, field, one);
      case 'money':
        return money(Number(one));
      case 'number':
        return number(Number(one));
      case 'day':
      case 'moment': {
        const range = rangeInWords(t, one);
        if (range !== undefined) return range.charAt(0).toLocaleLowerCase() + range.slice(1);
        return isDay(one) ? day(noonOf(one)) : moment(one);
      }
      default:
        return one;
    }
  }
}

/** The two ends, if that is all that a field is filtered by. */
function rangeOf(filters: readonly Filter[]): { from: string; to: string } | null {
  if (filters.length !== 2) return null;
  const from = filters.find(({ op }) => op === 'gte' || op === 'gt')?.value;
  const to = filters.find(({ op }) => op === 'lte' || op === 'lt')?.value;
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : null;
}
