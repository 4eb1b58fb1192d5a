import type { ReactNode } from 'react';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import './row-notes.css';

/** Says that a row is deleted and since when, beside the way back. */
export function DeletedBanner({
  text,
  since,
  children,
}: {
  text: string;
  since: string;
  children: ReactNode;
}) {
  return (
    <div className="deleted-banner" role="note">
      <p>
        {text} <Moment iso={since} />
      </p>
      {children}
    </div>
  );
}
