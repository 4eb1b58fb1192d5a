import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMay } from '#web/ui/admin-context.ts';

/** To a list of clients; plain for whoever may read the figures but not the clients. */
export function ListLink({
  to,
  className,
  children,
}: {
  to: string;
  className?: string;
  children: ReactNode;
}) {
  const may = useMay();
  if (!may('clients.read', { write: false }).allowed) return <span className={className}>{children}</span>;
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  );
}
