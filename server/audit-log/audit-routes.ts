import { auditApi as api } from '#contract/routes/panel/audit.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import type { Implementation } from '#server/http/routes.ts';
import { auditListing } from './audit-listing.ts';

/** `admin/audit` (API.md). */
export function auditRoutes({ lists }: { lists: ListDeps }): Implementation[] {
  return [onList(api.audit, auditListing(lists), lists)];
}
