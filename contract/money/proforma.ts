import * as z from 'zod';
import { limits } from '../primitives.ts';
import { onlineMethod } from './online-payment.ts';
import { settings } from '../company/settings.ts';

/** `GET auth/me/payment`: how to pay by bank transfer. */
export const paymentWay = z.object({
  /** Null until the operator has entered the bank account: then only support can tell. */
  company: settings.company_details.form.nullable(),
  /** Part of the payment purpose in every payment of this client. */
  code: z.string(),
  /** What to write into a transfer without a proforma: it has the code. */
  purpose: z.string(),
  /** Ways to pay online. */
  methods: z.array(onlineMethod),
  /**
   * What a bank's app reads: the open proforma that is newest, else what is missing for the next period. Null where
   * there is nothing to pay, or no account that a bank takes. `data` of `nbu` is a link, which opens the app itself.
   */
  qr: z
    .object({
      standard: z.enum(['nbu', 'epc']),
      data: z.string(),
      /** SVG. */
      picture: z.string(),
      amount: z.int(),
      purpose: z.string(),
      /** Of the proforma. */
      number: z.string().nullable(),
    })
    .nullable(),
});
export type PaymentWay = z.infer<typeof paymentWay>;

/** `POST auth/me/proforma`: minor units. */
export const proformaInput = z.strictObject({
  amount: z.int().min(limits.topUp.min).max(limits.topUp.max),
});
export type ProformaInput = z.infer<typeof proformaInput>;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomDigits = 10;
const codeLength = (randomDigits * 4) / 5;

/**
 * The code that identifies a client's payments, in letters that can't be confused (Crockford's base 32). It is
 * derived from the random end of the client's id, so that it need not be stored.
 */
export function paymentCode(clientId: string): string {
  let rest = BigInt(`0x${clientId.replaceAll('-', '').slice(-randomDigits)}`);
  let code = '';
  for (let place = 0; place < codeLength; place += 1) {
    code = (alphabet[Number(rest % 32n)] ?? '') + code;
    rest /= 32n;
  }
  return code;
}

const ownNumber = new RegExp(`^([${alphabet}]{${codeLength}})\\d+$`);

/**
 * The last digits of the id of the client that one of our own numbers names (its key, `paymentNumberKey`); null for
 * other numbers.
 */
export function clientIdEndOf(numberKey: string): string | null {
  const [, code] = ownNumber.exec(numberKey) ?? [];
  if (code === undefined) return null;
  let rest = 0n;
  for (const letter of code) rest = rest * 32n + BigInt(alphabet.indexOf(letter));
  return rest.toString(16).padStart(randomDigits, '0');
}
