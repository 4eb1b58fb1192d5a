import type { ReactNode } from 'react';

/** A message above or within a page. It is announced unless it was there from the start. */
export function Notice({
  kind = 'info',
  isNews = true,
  children,
}: {
  kind?: 'info' | 'success' | 'warning' | 'danger';
  isNews?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={`notice ${kind}`} role={isNews ? (kind === 'danger' ? 'alert' : 'status') : undefined}>
      {children}
    </div>
  );
}
