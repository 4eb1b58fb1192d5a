import type { Destination } from '#web/ui/admin/resource/places.ts';

/** The parts of the settings by subject, in the order of the list at their side. */
const groups = {
  company: ['general', 'branding', 'email-templates', 'offer', 'announcements'],
  selling: ['features', 'metrics', 'promo-codes', 'partners'],
  clients: ['tags', 'client-fields'],
  access: ['roles', 'api-keys', 'login-locks'],
  systems: ['hosts', 'webhooks', 'payment-gateways'],
  logs: ['emails', 'audit'],
} as const;
export type PartGroup = keyof typeof groups;

/** The parts that are there, group by group; what no group names is with the systems. */
export function groupedParts(parts: readonly Destination[]): { group: PartGroup; parts: Destination[] }[] {
  const names = Object.entries(groups) as [PartGroup, readonly string[]][];
  const groupOf = ({ to }: Destination): PartGroup =>
    names.find(([, own]) => own.includes(to.split('/').at(-1) ?? ''))?.[0] ?? 'systems';
  return names.flatMap(([group, own]) => {
    const place = ({ to }: Destination) => own.indexOf(to.split('/').at(-1) ?? '');
    const found = parts
      .filter((part) => groupOf(part) === group)
      .toSorted((one, other) => place(one) - place(other));
    return found.length > 0 ? [{ group, parts: found }] : [];
  });
}
