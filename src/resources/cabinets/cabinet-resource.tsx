import { lazy } from 'react';
import { type CabinetFinding, findingList } from '#contract/entities/cabinet-finding.ts';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { FindingClient, FindingKindTag, FindingMessage } from '#web/resources/cabinets/cabinet-cells.tsx';
import { RepairButton } from '#web/resources/cabinets/repair-button.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';
import { LastComparison } from '#web/resources/cabinets/last-comparison.tsx';

// Loaded late, because it imports this declaration.
const RepairListed = lazy(() =>
  import('#web/resources/cabinets/repair-listed.tsx').then((m) => ({ default: m.RepairListed })),
);

/** Cabinets that differ from their wanted state (DESIGN section 10.3). */
export const cabinetResource = defineResource<CabinetFinding>({
  name: 'cabinets',
  spec: findingList,
  routes: { list: cabinetApi.cabinetFindings },
  list: { actions: RepairListed, below: LastComparison },
  csv: true,
  columns: [
    { field: 'kind', shown: true, cell: (finding) => <FindingKindTag kind={finding.kind} /> },
    { field: 'id', file: [], shown: true, cell: (finding) => <RepairButton finding={finding} /> },
    {
      field: 'client_name',
      shown: true,
      isCut: true,
      cell: (finding) => <FindingClient finding={finding} />,
    },
    { field: 'message', file: [], shown: true, cell: (finding) => <FindingMessage finding={finding} /> },
    { field: 'first_seen_at', shown: true, hasTime: true },
    { field: 'domain' },
    { field: 'last_seen_at', hasTime: true },
    { field: 'times_seen' },
    { field: 'driver' },
  ],
  filters: [
    { field: 'kind', often: true },
    { field: 'client_name' },
    { field: 'domain' },
    { field: 'driver', often: true },
    { field: 'first_seen_at', often: true, last: true },
    { field: 'times_seen' },
  ],
});
