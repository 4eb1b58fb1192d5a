import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ProofFinding } from '#contract/panel/report.ts';
import { useReportFormats } from '#web/pages/home/report-formats.ts';
import { foundByProof } from '#web/pages/home/list-links.ts';
import { useIsListed } from '#web/ui/admin/resource/admin-context.ts';

/** What the daily proof found beside wallets that don't add up, each with the way to it. */
export function ProofFindings({ findings }: { findings: readonly ProofFinding[] }) {
  return findings.map((finding) => (
    <li key={finding.kind}>
      <Finding finding={finding} />
    </li>
  ));
}

function Finding({ finding }: { finding: ProofFinding }) {
  const { t } = useTranslation();
  const { number } = useReportFormats();
  const { kind, count, names } = finding;
  const place = foundByProof(finding);
  const isListed = useIsListed(place?.resource ?? '');
  const text = t(`home.findings.${kind}`, { count, shown: number(count) });
  if (place && isListed) return <Link to={place.to}>{text}</Link>;
  return (
    <>
      {text} <span className="muted">{names.slice(0, 3).join(', ')}</span>
    </>
  );
}
