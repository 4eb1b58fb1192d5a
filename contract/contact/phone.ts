import { callingCodes, isCountry } from './calling-codes.ts';
import { limits } from '../kernel/primitives.ts';

/**
 * The number in E.164 with its plus, from an ISO country and the digits after its calling code; undefined when the
 * country is unknown or the number is longer than 15 digits (DESIGN section 5).
 */
export function e164(country: string, digits: string): string | undefined {
  if (!isCountry(country)) return undefined;
  const whole = callingCodes[country] + digits;
  return whole.length <= limits.internationalPhone.max ? `+${whole}` : undefined;
}
