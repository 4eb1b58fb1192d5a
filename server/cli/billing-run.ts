import type { Command } from './command.ts';
import { columns } from './help.ts';

export const billingRun: Command = {
  name: 'billing run',
  summary: 'Lets time pass for every client whose time has come: charges, grace, blocks, deletions, mails.',
  details: [
    'The server does this by itself every minute; both may run at once. A second run finds nothing to do.',
    'Exit code 1 when the lifecycle of a client failed: it is put off for an hour, and the others are done.',
  ].join('\n'),
  options: { 'dry-run': { type: 'boolean', description: 'say what would happen, and change nothing' } },
  async run({ open, options, progress }) {
    const { platform } = await open();
    const isDry = options['dry-run'] === true;
    const { runs } = platform.subscriptions;
    const total = await runs.due();
    const onBatch = (clients: number) => progress(`${clients} of ${Math.max(clients, total)} clients…`);
    const result = isDry ? await runs.dryRun({ onBatch }) : await runs.run({ onBatch });
    const { clients, charges, charged, graces, blocks, archived, mails, failed } = result;
    return {
      ok: failed === 0,
      lines: [
        isDry ? 'What a run would do now:' : 'Done:',
        ...columns([
          ['Clients looked at', String(clients)],
          ['Charges', `${charges}, ${charged} minor units`],
          ['Into grace', String(graces)],
          ['Blocked', String(blocks)],
          ['Archived', String(archived)],
          ['Mails', String(mails)],
          ['Failed', String(failed)],
        ]),
      ],
      data: { dry_run: isDry, ...result },
    };
  },
};
