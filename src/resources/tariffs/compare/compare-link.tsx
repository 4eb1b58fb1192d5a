import { tariffApi } from '#contract/routes/tariff.ts';
import { WriteLink } from '#web/ui/admin/actions/write-link.tsx';

/** The link to the comparison, with the one tariff that it is opened from. */
export function CompareLink({ a }: { a?: string }) {
  return (
    <WriteLink
      to={`/admin-panel/tariffs/compare${a === undefined ? '' : `?a=${a}`}`}
      needs={tariffApi.difference}
      label="tariffs.compare.go"
    />
  );
}
