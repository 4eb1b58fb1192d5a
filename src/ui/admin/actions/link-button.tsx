import { Button } from 'antd';
import type { MouseEvent, ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

/** The next step, as the button that stands out; it leads to another screen. */
export function LinkButton({ to, children }: { to: string; children: ReactNode }) {
  const href = useHref(to);
  const go = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    // antd's type for a link's click is wider than the router's.
    <Button type="primary" href={href} onClick={(event) => go(event as MouseEvent<HTMLAnchorElement>)}>
      {children}
    </Button>
  );
}
