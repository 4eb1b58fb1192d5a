import { adminCabinetsApi } from '#contract/admin-cabinets-api.ts';
import { type CabinetFinding, findingList } from '#contract/cabinet.ts';
import { FindingClient, FindingKindTag, FindingMessage } from '#web/resources/cabinets/cabinet-cells.tsx';
import { RepairButton } from '#web/resources/cabinets/repair-button.tsx';
import { defineResource } from '#web/ui/define-resource.ts';

/** Cabinets that are not as they should be (DESIGN section 10.3). */
export const cabinetResource = defineResource<CabinetFinding>({
  name: 'cabinets',
  spec: findingList,
  routes: { list: adminCabinetsApi.cabinetFindings },
  permissions: { read: 'clients.read', write: 'clients.write' },
  columns: [
    { field: 'kind', shown: true, cell: (finding) => <FindingKindTag kind={finding.kind} /> },
    { field: 'id', shown: true, cell: (finding) => <RepairButton finding={finding} /> },
    { field: 'client_name', shown: true, cell: (finding) => <FindingClient finding={finding} /> },
    { field: 'message', shown: true, cell: (finding) => <FindingMessage finding={finding} /> },
    { field: 'first_seen_at', shown: true },
    { field: 'domain' },
    { field: 'last_seen_at' },
    { field: 'times_seen' },
    { field: 'driver' },
  ],
  filters: [
    { field: 'kind' },
    { field: 'client_name' },
    { field: 'domain' },
    { field: 'driver' },
    { field: 'first_seen_at', last: true },
    { field: 'times_seen' },
  ],
});
