import type { ReactNode } from 'react';

/** A table that scrolls in its panel, with the first column always there. */
export function ReportTable({
  caption,
  head,
  heat = [],
  children,
}: {
  caption: string;
  head: readonly string[];
  /** The columns after them, whose cells are in the middle. */
  heat?: readonly string[];
  children: ReactNode;
}) {
  return (
    <div className="report-scroll">
      <table className="plain-table report-table">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {heat.map((name) => (
              <th key={name} scope="col" className="heat-head">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
