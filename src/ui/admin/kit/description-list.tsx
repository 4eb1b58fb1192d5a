import type { ReactNode } from 'react';
import { Nothing } from './list-cell.tsx';
import './description-list.css';

/** Names and values of one thing, side by side. */
export function DescriptionList({ facts }: { facts: [string, ReactNode][] }) {
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
export function DescriptionPanel({
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
      <DescriptionList facts={facts} />
      {children}
    </section>
  );
}
