import { useFormats } from '#web/ui/admin/resource/admin-context.ts';

/** An amount in minor units, in the installation's currency unless another is given. */
export function Money({ minorUnits, currency }: { minorUnits: number; currency?: string }) {
  const text = useFormats().money(minorUnits, currency);
  return <span className={minorUnits < 0 ? 'amount amount-below-zero' : 'amount'}>{text}</span>;
}
