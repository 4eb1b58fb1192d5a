import { auditApi as api } from '#contract/routes/panel/audit.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import type { Implementation } from '#server/http/routes.ts';
import { auditListing } from './audit-listing.ts';

/** `admin/audit` (API.md). */
export function auditRoutes({
  lists,
  defaultLocale,
}: {
  lists: ListDeps;
  defaultLocale: Locale;
}): Implementation[] {
  return [onList(api.audit, auditListing({ ...lists, defaultLocale }), lists)];
}
