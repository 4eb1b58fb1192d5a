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
          columns={columns}
        />
      </div>
    </section>
  );
}
