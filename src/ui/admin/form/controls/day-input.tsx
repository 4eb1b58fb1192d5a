import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#web/providers/i18n.ts';
import { dayFormats } from '#web/ui/shared/day-format.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';
import { dayAfter, dayIn, lastDayBefore, startOfDay } from '#web/ui/shared/zoned-day.ts';

/**
 * A start or end as a day in the installation's time zone; with `isEnd` the last day, at whose end the time lies.
 * Choosing the same day again keeps the exact time.
 */
export function DayInput({ id, value, onChange, isEnd = false }: ControlProps & { isEnd?: boolean }) {
  const { t } = useTranslation();
  const { timeZone } = useAdmin().config;
  const day = typeof value === 'string' ? dayOf(value) : null;
  return (
    <DatePicker
      {...(id !== undefined && { id })}
      format={dayFormats(currentLocale())}
      className="whole-width"
      placeholder={t('promo_codes.noBound')}
      value={day === null ? null : dayjs(day)}
      onChange={(chosen) => {
        const name: string | undefined = chosen?.format('YYYY-MM-DD');
        if (name !== day) onChange?.(name === undefined ? null : momentOf(name));
      }}
    />
  );

  function dayOf(moment: string): string {
    return isEnd ? lastDayBefore(timeZone, moment) : dayIn(timeZone, new Date(moment));
  }

  function momentOf(name: string): string {
    return startOfDay(timeZone, isEnd ? dayAfter(name) : name);
  }
}
