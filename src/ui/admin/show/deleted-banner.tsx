import type { ReactNode } from 'react';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import './row-notes.css';

/** Says since when a row is deleted, next to the button that restores it. */
export function DeletedBanner({
  text,
  since,
  by = null,
  below,
  children,
}: {
  text: string;
  since: string;
  /** Who deleted it. */
  by?: string | null;
  /** More about it. */
  below?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="deleted-banner" role="note">
      <p>
        {text} <Moment iso={since} />
        {by !== null && `, ${by}`}
        {below}
      </p>
      {children}
    </div>
  );
}
