import { Checkbox, DatePicker, Input, Radio, Select } from 'antd';
import dayjs from 'dayjs';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isDay } from '#contract/kernel/list-query.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { dayFormats } from '#web/ui/shared/day-format.ts';
import type { FilterField, ListedResource } from '#web/ui/admin/resource/define-resource.ts';
import { useUnused } from '#web/ui/admin/resource/use-metrics.ts';
import { ReferenceSelect } from '#web/ui/admin/form/controls/reference-select.tsx';
import { refusalText } from '#web/ui/admin/form/submit/form-rules.ts';
import { type FilterDraft, isRangeEnd } from './filter-draft.ts';
import { offeredRanges, rangeInWords } from './relative-choice.ts';
import { fieldName, wordName } from '#web/ui/admin/resource/own-fields.ts';

interface FilterInputProps {
  resource: ListedResource;
  filter: FilterField;
  draft: FilterDraft;
  onChange: (draft: FilterDraft) => void;
}

/** The control of a filter, by the field's type in the list. */
export function FilterInput({ resource, filter, draft, onChange }: FilterInputProps) {
  const { t } = useTranslation();
  const { field, from } = filter;
  const { type, values } = resource.spec.fields[field] ?? { type: 'text' };
  const label = fieldName(t, resource, field);
  const unused = useUnused(resource.whileUsed);
  if (from) {
    return (
      <ReferenceSelect
        mode="several"
        placeholder={t('list.any')}
        resource={from}
        label={label}
        value={draft.among ?? []}
        onChange={(among) => onChange({ among })}
      />
    );
  }
  switch (type) {
    case 'enum': {
      const words = (values ?? [])
        .filter((value) => !unused.has(`${field}.${value}`))
        .map((value) => ({ value, label: wordName(t, resource, field, value) }));
      return <WordsFilter label={label} words={words} draft={draft} onChange={onChange} />;
    }
    case 'boolean':
      return (
        <Radio.Group
          className="filter-words-list"
          aria-label={label}
          value={draft.is ?? null}
          onChange={({ target: { value } }) => onChange(value === null ? {} : { is: value as '1' | '0' })}
          options={[
            { value: null, label: t('list.any') },
            { value: '1', label: t('list.yes') },
            { value: '0', label: t('list.no') },
          ]}
        />
      );
    case 'number':
    case 'money':
      return <RangeFilter label={label} type={type} draft={draft} onChange={onChange} />;
    case 'day':
    case 'moment':
      return <MomentFilter label={label} draft={draft} onChange={onChange} ranges={offeredRanges(filter)} />;
    default:
      return (
        <Input
          allowClear
          maxLength={200}
          placeholder={t('list.contains')}
          aria-label={label}
          value={draft.text ?? ''}
          onChange={({ target: { value } }) => onChange({ text: value })}
        />
      );
  }
}

/** Words to tick; many of them are found by typing. */
function WordsFilter({
  label,
  words,
  draft: { among = [] },
  onChange,
}: Pick<FilterInputProps, 'draft' | 'onChange'> & {
  label: string;
  words: { value: string; label: string }[];
}) {
  const { t } = useTranslation();
  if (words.length > fewWords) {
    return (
      <Select<string[]>
        mode="multiple"
        allowClear
        aria-label={label}
        placeholder={t('list.any')}
        value={among}
        onChange={(chosen) => onChange({ among: chosen })}
        options={words}
        optionFilterProp="label"
      />
    );
  }
  return (
    <div role="group" aria-label={label}>
      <Checkbox.Group<string>
        className="filter-words-list"
        value={among}
        onChange={(chosen) => onChange({ among: chosen })}
        options={words}
      />
    </div>
  );
}

const fewWords = 12;

function RangeFilter({
  label,
  type,
  draft,
  onChange,
}: Pick<FilterInputProps, 'draft' | 'onChange'> & { label: string; type: 'number' | 'money' }) {
  const { t } = useTranslation();
  const wrongId = useId();
  const isWrong = (end: 'from' | 'to') => !isRangeEnd(type, draft[end]);
  return (
    <div>
      <div className="filter-range">
        {(['from', 'to'] as const).map((end) => (
          <Input
            key={end}
            inputMode="decimal"
            prefix={<span className="filter-range-word">{t(`list.${end}`)}</span>}
            aria-label={`${label}: ${t(`list.${end}`)}`}
            {...(isWrong(end) && { 'aria-invalid': true, 'aria-describedby': wrongId, status: 'error' })}
            value={draft[end] ?? ''}
            onChange={({ target: { value } }) => onChange({ ...draft, [end]: value })}
          />
        ))}
      </div>
      {(isWrong('from') || isWrong('to')) && (
        <p id={wrongId} className="filter-wrong" role="alert">
          {refusalText(t, { key: type === 'money' ? 'validation.amountExpected' : 'validation.wholeNumber' })}
        </p>
      )}
    </div>
  );
}

function MomentFilter({
  label,
  draft,
  onChange,
  ranges,
}: {
  label: string;
  draft: FilterDraft;
  onChange: (draft: FilterDraft) => void;
  /** Those that move with time. */
  ranges: readonly string[];
}) {
  const { t } = useTranslation();
  // A link may have another one.
  const offered =
    draft.range === undefined || ranges.includes(draft.range) ? ranges : [draft.range, ...ranges];
  return (
    <div className="filter-moment">
      {offered.length > 0 && (
        <Select
          allowClear
          aria-label={`${label}: ${t('list.period')}`}
          placeholder={t('list.period')}
          value={draft.range}
          onChange={(range?: string) => onChange(range === undefined ? {} : { range })}
          options={offered.map((value) => ({ value, label: rangeInWords(t, value) }))}
        />
      )}
      <div className="filter-range">
        {(['from', 'to'] as const).map((end) => (
          <DatePicker
            key={end}
            format={dayFormats(currentLocale())}
            placeholder={t(`list.${end}`)}
            aria-label={`${label}: ${t(`list.${end}`)}`}
            value={dayValue(draft[end])}
            onChange={(day) => onChange(withEnd(draft, end, day?.format('YYYY-MM-DD')))}
          />
        ))}
      </div>
    </div>
  );
}

function dayValue(value: string | undefined): dayjs.Dayjs | null {
  return value === undefined ? null : dayjs(isDay(value) ? `${value}T00:00:00` : value);
}

function withEnd(draft: FilterDraft, end: 'from' | 'to', day: string | undefined): FilterDraft {
  return Object.fromEntries(
    Object.entries({ ...draft, range: undefined, [end]: day }).filter(([, value]) => value !== undefined),
  );
}
