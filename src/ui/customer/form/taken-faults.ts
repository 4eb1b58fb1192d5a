import type { Refusal } from '#contract/kernel/issues.ts';
import type { HttpError } from '#web/providers/http-client.ts';

const taken = { email: 'validation.errorEmailHas', phone: 'validation.errorPhoneHas' } as const;

/** The error that an email or phone is taken, at its field (specification, section 5). */
export function takenFaults(error: HttpError): Record<string, Refusal> | null {
  if (error.code === 'email_taken') return { email: { key: taken.email } };
  return error.code === 'phone_taken' ? { phone: { key: taken.phone } } : null;
}

/** Whether a field's error is that its email or phone has an account. */
export function isTaken(error: { type: string } | undefined): boolean {
  return error?.type === taken.email || error?.type === taken.phone;
}
