import { useFormats } from '#web/ui/admin/resource/admin-context.ts';

/** An amount in minor units, in the installation's currency unless another is given. */
export function Money({ minorUnits, currency }: { minorUnits: number; currency?: string }) {
  const text = useFormats().money(minorUnits, currency);
  const sign = minorUnits < 0 ? ' amount-below-zero' : minorUnits === 0 ? ' amount-zero' : '';
  return <span className={`amount${sign}`}>{text}</span>;
}
