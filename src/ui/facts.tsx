import type { ReactNode } from 'react';
import { Nothing } from '#web/ui/list-cell.tsx';

/** Names and values of one thing, side by side. */
export function Facts({ title, facts }: { title?: string; facts: [string, ReactNode][] }) {
  return (
    <section className="panel">
      {title && <h2>{title}</h2>}
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === null || value === undefined || value === '' ? <Nothing /> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
