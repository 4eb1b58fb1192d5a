import * as z from 'zod';
import { limits } from './primitives.ts';
import { settings } from './settings.ts';

/** `GET auth/me/payment`: how one pays by bank transfer. */
export const paymentWay = z.object({
  /** Null until the operator has given the bank account: then only the support can say how. */
  company: settings.company_details.form.nullable(),
  /** Stands in every purpose of payment of this client. */
  code: z.string(),
});
export type PaymentWay = z.infer<typeof paymentWay>;

/** `POST auth/me/proforma`: minor units. */
export const proformaInput = z.strictObject({
  amount: z.int().min(limits.topUp.min).max(limits.topUp.max),
});
export type ProformaInput = z.infer<typeof proformaInput>;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomDigits = 10;

/**
 * What payments of a client are known by, in letters that are not taken for one another (Crockford's base 32): made
 * from the random end of the client's id, so that nothing has to be kept.
 */
export function paymentCode(clientId: string): string {
  let rest = BigInt(`0x${clientId.replaceAll('-', '').slice(-randomDigits)}`);
  let code = '';
  for (let place = 0; place < (randomDigits * 4) / 5; place += 1) {
    code = (alphabet[Number(rest % 32n)] ?? '') + code;
    rest /= 32n;
  }
  return code;
}
