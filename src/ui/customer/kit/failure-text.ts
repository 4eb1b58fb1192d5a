import { HttpError } from '#web/providers/http-client.ts';
import { errorText } from '#web/providers/i18n.ts';

/** The text of a refused request. */
export function failureText(error: unknown): string {
  if (error instanceof TypeError)
    return errorText(new HttpError({ message: 'errors.network', code: 'network' }));
  return errorText(error);
}
