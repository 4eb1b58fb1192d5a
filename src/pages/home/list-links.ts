import { type Filter, printListQuery } from '#contract/list-query.ts';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { emailResource } from '#web/resources/emails/email-resource.tsx';
import { listPath } from '#web/ui/define-resource.ts';

/** The lists behind the dashboard's figures. */

export function clientsWith(filters: Filter[]): string {
  return `${listPath(clientResource)}?${printListQuery({ filters })}`;
}

export function clientsBetween(field: string, { from, to }: { from: string; to: string }): string {
  return clientsWith([
    { field, op: 'gte', value: from },
    { field, op: 'lte', value: to },
  ]);
}

export function failedEmails(): string {
  const filters: Filter[] = [{ field: 'status', op: 'eq', value: 'failed' }];
  return `${listPath(emailResource)}?${printListQuery({ filters })}`;
}
