import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Document } from '#contract/entities/document.ts';
import { namedColumns } from '#web/ui/admin/list/table/table-part.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { Money } from '#web/ui/admin/kit/money.tsx';

type Line = Document['lines'][number];

/** What was sold, line by line. */
export function DocumentLines({ row: { lines } }: { row: Document }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  return (
    <section className="panel panel-wide panel-table">
      <h2>{t('documents.parts.lines')}</h2>
      <div className="table-frame">
        <Table<Line>
          size="small"
          rowKey={(line) => lines.indexOf(line)}
          dataSource={lines}
          pagination={false}
          scroll={{ x: 'max-content' }}
          columns={namedColumns<Line>([
            { key: 'title', title: t('documents.lines.title'), dataIndex: 'title' },
            {
              key: 'period',
              title: t('documents.lines.period'),
              render: (_, { period_start, period_end }) =>
                period_start && period_end ? `${day(period_start)} – ${day(period_end)}` : null,
            },
            { key: 'quantity', title: t('documents.lines.quantity'), dataIndex: 'quantity', align: 'right' },
            {
              key: 'unit_price',
              title: t('documents.lines.price'),
              align: 'right',
              render: (_, { unit_price }) => <Money minorUnits={unit_price} />,
            },
            {
              key: 'amount',
              title: t('documents.lines.amount'),
              align: 'right',
              render: (_, { amount }) => <Money minorUnits={amount} />,
            },
          ])}
        />
      </div>
    </section>
  );
}
