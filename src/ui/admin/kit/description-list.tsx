import type { ReactNode } from 'react';
import { Nothing } from './list-cell.tsx';
import './description-list.css';

/** Names and values, next to each other. */
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

/** The same in a panel with a title; actions below. */
export function DescriptionPanel({
  title,
  facts,
  isTall = false,
  children,
}: {
  title: string;
  facts: [string, ReactNode][];
  /** Two shorter panels stand beside it. */
  isTall?: boolean | undefined;
  children?: ReactNode;
}) {
  return (
    <section className={isTall ? 'panel panel-tall' : 'panel'}>
      <h2>{title}</h2>
      <DescriptionList facts={facts} />
      {children}
    </section>
  );
}
