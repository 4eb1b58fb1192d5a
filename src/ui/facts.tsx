import type { ReactNode } from 'react';
import { Nothing } from '#web/ui/list/list-cell.tsx';

/** Names and values of one thing, side by side. */
export function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? <Nothing /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The same in a frame of its own, under a title; below them what can be done about them. */
export function FactsPanel({
  title,
  facts,
  children,
}: {
  title: string;
  facts: [string, ReactNode][];
  children?: ReactNode;
}) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      <Facts facts={facts} />
      {children}
    </section>
  );
}
