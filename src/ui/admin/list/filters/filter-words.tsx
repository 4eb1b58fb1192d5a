import { useMany } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { booleanOf, type Filter, isDay } from '#contract/list-query.ts';
import { typedIn } from '#web/providers/list-pattern.ts';
import { useFormats, useIsListed } from '#web/ui/admin/resource/admin-context.ts';
import type { ListedResource } from '#web/ui/admin/resource/define-resource.ts';
import { useUsedMetrics } from '#web/ui/admin/resource/use-metrics.ts';
import { rangeInWords } from './relative-choice.ts';
import { fieldName, useOwnSpec, wordName } from '#web/ui/admin/resource/own-fields.ts';

/** A filter in words: the name of its field, and its value. */
export function FilterWords({ resource: declared, filter }: { resource: ListedResource; filter: Filter }) {
  const { t } = useTranslation();
  const resource = { ...declared, ...useOwnSpec(declared.spec) };
  const formats = useFormats();
  const { money, number, day, moment } = formats;
  const { field, op, value } = filter;
  const type = resource.spec.fields[field]?.type ?? 'text';
  const { from, inWords } = resource.filters.find((one) => one.field === field) ?? {};
  const label = field === 'search' ? t('list.search') : fieldName(t, resource, field);
  const values = [value].flat();
  const isNamed = from !== undefined && op !== 'null';
  const isListed = useIsListed(from ?? 'users');
  const metrics = useUsedMetrics({ enabled: inWords !== undefined }) ?? [];
  const names = useMany<{ id: string; name: string }>({
    resource: from ?? 'users',
    ids: isNamed ? values : [],
    queryOptions: { enabled: isNamed && isListed },
    errorNotification: false,
  });
  if (op === 'null') return t(booleanOf(String(value)) ? 'list.ops.empty' : 'list.ops.filled', { label });
  if (op === 'eq' && type === 'boolean')
    return `${label}: ${t(booleanOf(String(value)) ? 'list.yes' : 'list.no')}`;
  return t(`list.ops.${op}`, { label, value: values.map(word).join(', ') });

  function word(one: string): string {
    if (from) return names.result.data.find(({ id }) => id === one)?.name ?? one;
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
        if (range !== undefined) return range;
        // A day has no time; noon is the same day in every nearby zone.
        return isDay(one) ? day(`${one}T12:00:00Z`) : moment(one);
      }
      default:
        return one;
    }
  }
}
