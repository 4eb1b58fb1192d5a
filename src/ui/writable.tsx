import type { ReactNode } from 'react';
import type { Permission } from '#contract/permissions.ts';
import { useMay } from '#web/ui/admin-context.ts';
import { Denied } from '#web/ui/denied.tsx';
import { Permitted } from '#web/ui/permitted.tsx';

/** A screen that only changes things, for those who may change them; anyone else is told why not. */
export function Writable({ with: wanted, children }: { with: Permission; children: ReactNode }) {
  const may = useMay()(wanted, { write: true });
  return <Permitted to={wanted}>{may.allowed ? children : <Denied text={may.reason} />}</Permitted>;
}
