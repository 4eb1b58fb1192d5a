import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { clientApi } from '#contract/routes/client.ts';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';

/** A link to a list of clients; plain text for people who may read the figures but not the clients. */
export function ListLink({
  to,
  className,
  children,
}: {
  to: string;
  className?: string;
  children: ReactNode;
}) {
  if (!useHolds()(clientApi.clients)) return <span className={className}>{children}</span>;
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  );
}
