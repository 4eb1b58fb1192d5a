import { createHash } from 'node:crypto';

/**
 * What a payment is called at its gateway: the installation's mark and the payment's id. One account at a gateway may
 * serve two installations, and each is told of both's payments.
 */
export function paymentReference(installation: string, paymentId: string): string {
  return `${markOf(installation)}-${paymentId}`;
}

const form = /^([0-9a-f]{8})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The payment that a reference names; `foreign`: the reference is from another installation or program. */
export function paymentOf(
  installation: string,
  reference: string,
): { paymentId: string } | 'foreign' | 'strange' {
  const [, mark, paymentId] = form.exec(reference) ?? [];
  if (mark === undefined || paymentId === undefined) return 'strange';
  return mark === markOf(installation) ? { paymentId } : 'foreign';
}

function markOf(installation: string): string {
  return createHash('sha256').update(installation).digest('hex').slice(0, 8);
}
