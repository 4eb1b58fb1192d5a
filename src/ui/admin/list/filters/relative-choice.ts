import type { TFunction } from 'i18next';
import { type RelativeRange, relativeRange } from '#contract/kernel/relative-range.ts';
import type { FilterField } from '#web/ui/admin/resource/define-resource.ts';

/** "In the last N days or weeks" (specification, section 2; issue 2 names the numbers), and the same forward. */
const last = ['1d', '3d', '7d', '14d', '30d', '1w', '2w', '4w', '8w', '12w'].map((count) => `last:${count}`);
const next = ['1d', '3d', '7d', '14d', '30d'].map((count) => `next:${count}`);
const present = ['this:week', 'this:month'];
/** Where days are to come and are missed. */
const missed = ['before:today', 'before:tomorrow'];

/** The ranges that a filter offers. */
export function offeredRanges({ last: past = false, next: coming = false }: FilterField): readonly string[] {
  return [
    ...(coming ? next : []),
    ...(past ? last : []),
    ...(past || coming ? present : []),
    ...(past && coming ? missed : []),
  ];
}

/** A range in words; undefined for a value that is none. */
export function rangeInWords(t: TFunction, value: string): string | undefined {
  const range: RelativeRange | undefined = relativeRange(value);
  if (!range) return undefined;
  if (range.kind === 'past') return t(range.withToday ? 'list.untilToday' : 'list.past');
  if (range.kind === 'this') return t(`list.this.${range.unit}`);
  const unit = range.unit === 'd' ? 'day' : 'week';
  return t(`list.${range.kind}.${unit}`, { count: range.count });
}
