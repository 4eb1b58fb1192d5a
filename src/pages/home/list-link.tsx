import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { clientApi } from '#contract/routes/client.ts';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';

/** A link to a list of clients; plain text without one, and for people who may read the figures but not the clients. */
export function ListLink({
  to,
  className,
  children,
}: {
  to: string | undefined;
  className?: string;
  children: ReactNode;
}) {
  const holds = useHolds();
  if (to === undefined || !holds(clientApi.clients)) return <span className={className}>{children}</span>;
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  );
}
