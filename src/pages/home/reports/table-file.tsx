import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { delimiterOf } from '#contract/kernel/csv.ts';
import type { RevenueTable } from '#contract/panel/revenue.ts';
import { reportApi } from '#contract/routes/panel/report.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { DownloadIcon } from '#web/ui/admin/kit/icons.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { fileNameOf, saveFile } from '#web/ui/shared/save-file.ts';

/** Downloads one of the report's tables. */
export function TableFile({ table, period }: { table: RevenueTable; period: string }) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const { run, isRunning } = useRowAction('revenue', table);

  async function save(): Promise<void> {
    const { method, path } = reportApi.revenueFile;
    const query = new URLSearchParams({ table, period, delimiter: delimiterOf(currentLocale()) });
    const response = await http.request(method, path, { query, parse: 'response' });
    saveFile(await response.blob(), fileNameOf(response) ?? `${table}.csv`);
  }

  return (
    <Button
      size="small"
      icon={<DownloadIcon />}
      loading={isRunning}
      onClick={() => void run({ send: save, done: t('month.saved') })}
    >
      CSV
    </Button>
  );
}
