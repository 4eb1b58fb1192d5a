import type { Refusal } from '#contract/issues.ts';
import type { HttpError } from '#web/providers/http-client.ts';

/** The error that an email or phone is taken, at its field (specification, section 5). */
export function takenFaults(error: HttpError): Record<string, Refusal> | null {
  if (error.code === 'email_taken') return { email: { key: 'validation.errorEmailHas' } };
  return error.code === 'phone_taken' ? { phone: { key: 'validation.errorPhoneHas' } } : null;
}
