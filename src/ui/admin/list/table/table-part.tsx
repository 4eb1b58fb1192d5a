import { Table, type TableColumnsType } from 'antd';
import './list-table.css';

/** A part of a row's page with a table that is as wide as it needs; nothing without rows. */
export function TablePart<Row extends { id: string }>({
  title,
  rows,
  columns,
}: {
  title: string;
  rows: Row[];
  columns: TableColumnsType<Row>;
}) {
  if (rows.length === 0) return null;
  return (
    <section className="panel panel-wide">
      <h2>{title}</h2>
      <div className="table-frame">
        <Table<Row>
          size="small"
          rowKey="id"
          dataSource={rows}
          pagination={false}
          scroll={{ x: 'max-content' }}
          columns={namedColumns(columns)}
        />
      </div>
    </section>
  );
}

/** Columns whose cells say their names on a phone, where a row is a card. */
export function namedColumns<Row>(columns: TableColumnsType<Row>): TableColumnsType<Row> {
  return columns.map((column) => ({
    ...column,
    ...(typeof column.title === 'string' && { onCell: () => named(String(column.title)) }),
  }));
}

/** What stands beside a value; antd's types don't know it. */
export function named(label: string): object {
  return { 'data-label': label };
}
