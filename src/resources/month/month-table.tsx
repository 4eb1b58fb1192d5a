import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type MonthMove, monthMoves, type MonthReport, moveOf } from '#contract/money/month.ts';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { useIsListed } from '#web/ui/admin/resource/admin-context.ts';
import { linesOfMonth, paymentsOfMonth } from './month-links.ts';

/** From opening to closing, each kind of move in its line; those that moved something lead to what they count. */
export function MonthTable({ report }: { report: MonthReport }) {
  const { t } = useTranslation();
  const { month, opening, closing } = report;
  return (
    <table className="month-table">
      <thead>
        <tr>
          <th scope="col">{t('month.fileFields.line')}</th>
          <th scope="col">{t('month.fileFields.amount')}</th>
        </tr>
      </thead>
      <tbody>
        <tr className="month-sum">
          <th scope="row">{t('month.fields.opening')}</th>
          <td>
            <Money minorUnits={opening} />
          </td>
        </tr>
        {monthMoves.map((move) => (
          <tr key={move}>
            <th scope="row">{t(`month.fields.${move}`)}</th>
            <td>
              <Figure amount={moveOf(report, move)} month={month} move={move} />
            </td>
          </tr>
        ))}
        <tr className="month-sum">
          <th scope="row">{t('month.fields.closing')}</th>
          <td>
            <Money minorUnits={closing} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Charges and what gave them back, by tariff. */
export function TariffTable({ report: { month, by_tariff } }: { report: MonthReport }) {
  const { t } = useTranslation();
  if (by_tariff.length === 0) return <p className="muted">{t('month.noCharges')}</p>;
  return (
    <div className="month-scroll">
      <table className="month-table">
        <thead>
          <tr>
            <th scope="col">{t('month.fileFields.tariff')}</th>
            {tariffMoves.map((move) => (
              <th key={move} scope="col">
                {t(`month.tariffFields.${move}`)}
              </th>
            ))}
            <th scope="col">{t('month.total')}</th>
          </tr>
        </thead>
        <tbody>
          {by_tariff.map(({ tariff, total, ...sums }) => (
            <tr key={tariff?.id ?? ''}>
              <th scope="row">{tariff?.name ?? t('month.noTariff')}</th>
              {tariffMoves.map((move) => (
                <td key={move}>
                  <Figure amount={sums[move]} month={month} move={move} tariffId={tariff?.id ?? null} />
                </td>
              ))}
              <td>
                <Money minorUnits={total} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const tariffMoves = ['charges', 'refunds', 'reversals'] as const;

interface FigureProps {
  amount: number;
  month: string;
  move: MonthMove;
  /** Null: lines without a tariff, which no filter finds. */
  tariffId?: string | null;
}

function Figure({ amount, month, move, tariffId }: FigureProps) {
  const isByMethod = move === 'card' || move === 'online';
  const isListed = useIsListed(isByMethod ? 'payments' : 'ledger');
  const money = <Money minorUnits={amount} />;
  if (!isListed || amount === 0 || tariffId === null) return money;
  return (
    <Link to={isByMethod ? paymentsOfMonth(month, move) : linesOfMonth(month, move, tariffId)}>{money}</Link>
  );
}
