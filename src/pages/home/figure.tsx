import type { ReactNode } from 'react';
import { ListLink } from '#web/pages/home/list-link.tsx';
import './figures.css';

/** A figure with its name and notes, and the list behind it. */
export function Figure({
  label,
  value,
  note = [],
  to,
}: {
  label: ReactNode;
  value: string;
  note?: readonly string[];
  /** None where no list has exactly what is counted. */
  to?: string | undefined;
}) {
  return (
    <li>
      <ListLink to={to} className="figure">
        <span className="figure-label">{label}</span>
        <span className="figure-number">{value}</span>
        {note.filter(Boolean).map((one) => (
          <span key={one} className="figure-note">
            {one}
          </span>
        ))}
      </ListLink>
    </li>
  );
}
