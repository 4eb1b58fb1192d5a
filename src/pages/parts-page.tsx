import { Navigate } from 'react-router';
import { type TabWithParts, useTabParts } from '#web/ui/admin/kit/page/tab-parts.tsx';

/** What a tab with parts opens: the first of them that the person may open, with the list of the others beside it. */
export function PartsPage({ tab }: { tab: TabWithParts }) {
  const [first] = useTabParts(tab);
  return first ? <Navigate to={first.to} replace /> : null;
}
