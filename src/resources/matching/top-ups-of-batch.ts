import { printListQuery } from '#contract/kernel/list-query.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { matchingApi } from '#contract/routes/payment.ts';
import type { HttpClient } from '#web/providers/http-client.ts';

/** The top-ups of all lines that one act credited and that are still credited. */
export async function topUpsOfBatch(http: Pick<HttpClient, 'call'>, batchId: string): Promise<string[]> {
  const entries: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = await http.call(matchingApi.bankLines, {
      query: printListQuery({
        page,
        limit: limits.pageSize.max,
        filters: [
          { field: 'batch_id', op: 'eq', value: batchId },
          { field: 'status', op: 'eq', value: 'matched' },
        ],
      }),
    });
    entries.push(...data.flatMap(({ ledger_entry_id }) => ledger_entry_id ?? []));
    if (data.length === 0 || page * limits.pageSize.max >= meta.total) return entries;
  }
}
