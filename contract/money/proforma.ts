import * as z from 'zod';
import { onlineMethod } from './online-payment.ts';
import { ownTopUp } from './own-top-up.ts';
import { settings } from '../company/settings.ts';

/** A transfer as a QR code. `data` of `nbu` is a link, which opens the bank's app itself. */
export const transferCode = z.object({
  standard: z.enum(['nbu', 'epc']),
  data: z.string(),
  /** SVG. */
  picture: z.string(),
  amount: z.int(),
  purpose: z.string(),
});
export type TransferCode = z.infer<typeof transferCode>;

/** `GET auth/me/payment`: how to pay by bank transfer. */
export const paymentWay = z.object({
  /** Null until the operator has entered the bank account: then only support can tell. */
  company: settings.company_details.form.nullable(),
  /** Part of the payment purpose in every payment of this client. */
  code: z.string(),
  /** What to write into a transfer without a proforma: it has the code. */
  purpose: z.string(),
  /** Documents name no address of the client: a bookkeeper may need one. */
  lacks_address: z.boolean(),
  /** Ways to pay online. */
  methods: z.array(onlineMethod),
  /**
   * What a bank's app reads: a transfer of the `amount` that was asked for, else of what is missing for the next period.
   * Null where there is nothing to pay, or no account that a bank takes.
   */
  qr: transferCode.nullable(),
});
export type PaymentWay = z.infer<typeof paymentWay>;

/** `GET auth/me/payment`: minor units, as text. */
export const paymentWayQuery = z.strictObject({
  amount: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'validation.wholeNumber' })
    .transform(Number)
    .pipe(z.int().min(ownTopUp.min).max(ownTopUp.max))
    .optional(),
});
export type PaymentWayQuery = z.infer<typeof paymentWayQuery>;

/** `POST auth/me/proforma`: minor units. */
export const proformaInput = z.strictObject({
  amount: z.int().min(ownTopUp.min).max(ownTopUp.max),
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
