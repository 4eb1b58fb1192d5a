import { useQueryClient } from '@tanstack/react-query';
import { useList } from '@refinedev/core';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { delimiterOf } from '#contract/kernel/csv.ts';
import type { Payment } from '#contract/entities/payment.ts';
import { printListQuery } from '#contract/kernel/list-query.ts';
import { closeMonthInput, isClosable, type MonthReport, reopenMonthInput } from '#contract/money/month.ts';
import { reportApi } from '#contract/routes/panel/report.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { paymentResource } from '#web/resources/payments/payment-resource.tsx';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { FormDialog } from '#web/ui/admin/form/form-dialog.tsx';
import { DownloadIcon } from '#web/ui/admin/kit/icons.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { listPath } from '#web/ui/admin/resource/define-resource.ts';
import { useAdmin, useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { fileNameOf, saveFile } from '#web/ui/shared/save-file.ts';
import { monthKey } from './month-key.ts';
import { waitingOfMonth } from './month-links.ts';
import { useMonthName } from '#web/ui/admin/resource/month-name.ts';

/** Closing or opening again, the file, and paper. */
export function MonthActs({ report }: { report: MonthReport }) {
  const { t } = useTranslation();
  return (
    <div className="month-acts">
      <CloseOrReopen report={report} />
      <MonthFile month={report.month} />
      <Button onClick={() => window.print()}>{t('month.print')}</Button>
    </div>
  );
}

function CloseOrReopen({ report }: { report: MonthReport }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isHeld = useHolds()(reportApi.closeMonth);
  const isReopenable = report.month === report.latest_closed;
  if (!isHeld || !(isReopenable || isClosable(report))) return null;
  const Dialog = isReopenable ? ReopenDialog : CloseDialog;
  return (
    <>
      <GuardedButton
        needs={isReopenable ? reportApi.reopenMonth : reportApi.closeMonth}
        {...(!isReopenable && { type: 'primary' as const })}
        onClick={() => setOpen(true)}
      >
        {t(isReopenable ? 'month.reopen.go' : 'month.close.go')}
      </GuardedButton>
      {isOpen && <Dialog report={report} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps {
  report: MonthReport;
  onClose: () => void;
}

function CloseDialog({ report: { month, closes_too }, onClose }: DialogProps) {
  const { t } = useTranslation();
  const call = useCall();
  const finish = useFinish(onClose);
  const name = useMonthName();
  return (
    <FormDialog
      title={t('month.close.title', { month: name(month) })}
      okText={t('month.close.go')}
      name="month"
      fields={[]}
      schema={closeMonthInput}
      tidy={() => ({ month })}
      send={async (body) => {
        await call(reportApi.closeMonth, { body });
        await finish(t('month.close.done'));
      }}
      onClose={onClose}
      above={
        <>
          <p>{t('month.close.text')}</p>
          {closes_too.length > 0 && <ClosedToo months={closes_too} />}
          <WaitingLines month={month} />
        </>
      }
    />
  );
}

/** The earlier months that are closed with it, each with what it holds. */
function ClosedToo({ months }: { months: MonthReport['closes_too'] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const name = useMonthName();
  return (
    <>
      <p>{t('month.close.before', { count: months.length })}</p>
      <table className="month-table month-closed-too">
        <thead>
          <tr>
            <th scope="col">{t('clients.timeline.month')}</th>
            <th scope="col">{t('month.close.lines')}</th>
            <th scope="col">{t('month.fileFields.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, lines, sum }) => (
            <tr key={month}>
              <th scope="row">{name(month)}</th>
              <td>{number(lines)}</td>
              <td>
                <Money minorUnits={sum} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Warns of bank lines that would no longer count for this month. */
function WaitingLines({ month }: { month: string }) {
  const { t } = useTranslation();
  const filters = waitingOfMonth(month);
  const { result } = useList<Payment>({
    resource: 'payments',
    meta: { listQuery: { limit: 1, filters } },
    // Somebody may work them down in another window.
    queryOptions: { staleTime: 0 },
    errorNotification: false,
  });
  const count = result.total ?? 0;
  if (count === 0) return null;
  return (
    <p role="alert">
      <strong>{t('month.close.waiting', { count })}</strong>{' '}
      <Link to={`${listPath(paymentResource)}?${printListQuery({ filters })}`}>
        {t('month.close.showWaiting')}
      </Link>
    </p>
  );
}

const reopenFields: FormField[] = [
  { group: 'reopen', name: 'reason', kind: 'lines', label: 'month.reopen.reason' },
];

function ReopenDialog({ report: { month }, onClose }: DialogProps) {
  const { t } = useTranslation();
  const call = useCall();
  const finish = useFinish(onClose);
  const name = useMonthName();
  return (
    <FormDialog
      danger
      title={t('month.reopen.title', { month: name(month) })}
      okText={t('month.reopen.go')}
      name="month"
      fields={reopenFields}
      schema={reopenMonthInput}
      tidy={(input) => ({ ...input, month })}
      send={async (body) => {
        await call(reportApi.reopenMonth, { body });
        await finish(t('month.reopen.done'));
      }}
      onClose={onClose}
      above={<p>{t('month.reopen.text')}</p>}
    />
  );
}

function useFinish(onClose: () => void): (done: string) => Promise<void> {
  const { notification } = App.useApp();
  const queries = useQueryClient();
  return async (done) => {
    onClose();
    notification.success({ message: done });
    await queries.invalidateQueries({ queryKey: monthKey });
  };
}

function MonthFile({ month }: { month: string }) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const { run, isRunning } = useRowAction('month', month);

  async function save(): Promise<void> {
    const { method, path } = reportApi.monthFile;
    const query = new URLSearchParams({ month, delimiter: delimiterOf(currentLocale()) });
    const response = await http.request(method, path, { query, parse: 'response' });
    saveFile(await response.blob(), fileNameOf(response) ?? `${month}.csv`);
  }

  return (
    <Button
      icon={<DownloadIcon />}
      loading={isRunning}
      onClick={() => void run({ send: save, done: t('month.saved') })}
    >
      CSV
    </Button>
  );
}
