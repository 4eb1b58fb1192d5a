import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Tone } from '#web/ui/admin/kit/state-tag.tsx';

/** One line of what concerns money, and where it is dealt with by people who may. */
export function TodoLine({
  tone,
  to,
  children,
}: {
  tone: Tone;
  to: string | undefined;
  children: ReactNode;
}) {
  const words = (
    <>
      <span className={`state-dot state-${tone}`} aria-hidden="true" />
      {children}
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <span>{words}</span>
      ) : (
        <Link to={to} className="todo-line">
          {words}
          <span className="todo-arrow" aria-hidden="true">
            →
          </span>
        </Link>
      )}
    </li>
  );
}
