import { useFormats } from '#web/ui/admin/resource/admin-context.ts';

/**
 * An amount in minor units, in the installation's currency unless another is given. A balance below zero is a debt and
 * red; a charge is not.
 */
export function Money({
  minorUnits,
  currency,
  isBalance = false,
}: {
  minorUnits: number;
  currency?: string;
  isBalance?: boolean;
}) {
  const text = useFormats().money(minorUnits, currency);
  const sign = minorUnits === 0 ? ' amount-zero' : isBalance && minorUnits < 0 ? ' amount-below-zero' : '';
  return <span className={`amount${sign}`}>{text}</span>;
}
