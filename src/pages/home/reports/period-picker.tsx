import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthsOf, mostMonths } from '#contract/panel/revenue.ts';
import { monthCell } from '#web/ui/admin/form/controls/month-cell.tsx';
import { rangeInWords } from '#web/ui/admin/list/filters/relative-choice.ts';

const offered = ['this:month', 'last:3m', 'last:6m', 'last:12m', 'last:24m'] as const;
const own = 'own';
const format = 'YYYY-MM';

/** Ranges of months that move with time, or two months. */
export function PeriodPicker({
  value,
  first,
  onChange,
}: {
  value: string;
  /** The first month of which anything is known. */
  first: string;
  onChange: (period: string) => void;
}) {
  const { t } = useTranslation();
  const isOffered = offered.some((one) => one === value);
  const [isOwn, setOwn] = useState(!isOffered);
  const running = dayjs().format(format);
  const months = monthsOf(value, running);
  return (
    <div className="report-period">
      <Select<string>
        aria-label={t('home.period')}
        value={isOwn || !isOffered ? own : value}
        onChange={(chosen) => {
          setOwn(chosen === own);
          if (chosen !== own) onChange(chosen);
        }}
        options={[
          ...offered.map((one) => ({
            value: one,
            label: rangeInWords(t, one) ?? t('revenue.lastMonths', { count: Number(/\d+/.exec(one)?.[0]) }),
          })),
          { value: own, label: t('revenue.ownPeriod') },
        ]}
      />
      {(isOwn || !isOffered) && (
        <DatePicker.RangePicker
          picker="month"
          cellRender={monthCell}
          allowClear={false}
          aria-label={t('home.period')}
          minDate={dayjs(first, format)}
          maxDate={dayjs(running, format)}
          value={months ? [dayjs(months.from, format), dayjs(months.to, format)] : null}
          disabledDate={(date, { from }) =>
            from !== undefined && Math.abs(date.diff(from, 'month')) >= mostMonths
          }
          onChange={(chosen) => {
            const [from, to] = chosen ?? [];
            if (from && to) onChange(`${from.format(format)}..${to.format(format)}`);
          }}
        />
      )}
    </div>
  );
}
