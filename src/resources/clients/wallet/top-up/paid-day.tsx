import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { dayFormats } from '#web/ui/shared/day-format.ts';

/** The day on which the money came; nothing chosen is today. */
export function PaidDay({ id, value, onChange }: ControlProps) {
  const { t } = useTranslation();
  return (
    <DatePicker
      {...(id !== undefined && { id })}
      format={dayFormats(currentLocale())}
      className="whole-width"
      placeholder={t('clients.wallet.replenish.today')}
      value={typeof value === 'string' ? dayjs(value) : null}
      disabledDate={(day) => day.isAfter(dayjs(), 'day')}
      onChange={(chosen) => onChange?.(chosen?.format('YYYY-MM-DD') ?? null)}
    />
  );
}
