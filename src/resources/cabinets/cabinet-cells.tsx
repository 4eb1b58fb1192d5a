import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CabinetFinding, FindingKind } from '#contract/entities/cabinet-finding.ts';
import { showPath } from '#web/ui/admin/resource/define-resource.ts';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { Technical } from '#web/ui/admin/show/technical.tsx';
import { StateTag, type Tone } from '#web/ui/admin/kit/state-tag.tsx';

const tones: Record<FindingKind, Tone> = {
  answers_blocked: 'warning',
  silent: 'bad',
  database_without_client: 'warning',
  client_without_database: 'bad',
  version_behind: 'new',
  creation_failed: 'bad',
  suspension_failed: 'warning',
  resumption_failed: 'bad',
  deletion_failed: 'warning',
  move_failed: 'warning',
};

export function FindingKindTag({ kind }: Pick<CabinetFinding, 'kind'>) {
  const { t } = useTranslation();
  return <StateTag tone={tones[kind]} word={t(`cabinets.values.kind.${kind}`)} />;
}

export function FindingClient({ finding: { client_id, client_name } }: { finding: CabinetFinding }) {
  if (client_id === null) return <Nothing />;
  return <Link to={`${showPath({ name: 'clients' }, client_id)}?tab=cabinet`}>{client_name}</Link>;
}

export function FindingMessage({ finding: { message, detail } }: { finding: CabinetFinding }) {
  return (
    <div className="finding-message">
      {message}
      <Technical text={detail} />
    </div>
  );
}
