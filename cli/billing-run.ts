import { variants } from '#contract/kernel/variants.ts';
import { sayNothing } from '#server/db/answered.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Platform } from '#server/platform.ts';
import { confirmSteps, readWaiting } from '#server/subscriptions/billing/confirm-steps.ts';
import { dryRunBilling, runBilling } from '#server/subscriptions/billing/run-billing.ts';
import type { RunResult } from '#server/subscriptions/billing/run-result.ts';
import { countDue } from '#server/subscriptions/subscription-store.ts';
import type { Command } from './command.ts';
import { columns } from './help.ts';

export const billingRun: Command = {
  name: 'billing run',
  summary: 'Bills every client who is due: charges, grace periods, suspensions, deletions, emails.',
  details: [
    'The server does this by itself every minute; both may run at once. A second run finds nothing to do.',
    'More suspensions or deletions than the settings allow wait for approval: here by --confirm, or in the panel.',
    'Exit code 1 when the lifecycle of a client failed: it is put off for an hour, and the others are done.',
  ].join('\n'),
  options: {
    'dry-run': { type: 'boolean', description: 'say what would happen, and change nothing' },
    confirm: {
      type: 'boolean',
      description: 'approve the suspensions and deletions that are too many for one run',
    },
  },
  async run({ open, options, progress }) {
    const { platform } = await open();
    const isDry = options['dry-run'] === true;
    if (!isDry && !(await platform.clockGuard.agrees())) {
      await platform.clockGuard.leave();
      const problem = "This machine's clock is more than a minute off the database's: nothing was done.";
      return {
        ok: false,
        lines: [problem, 'Set it right; npm run cli doctor says by how much.'],
        data: { dry_run: false, clock_differs: true },
      };
    }
    const { subscriptions, clock } = platform;
    const total = await countDue(subscriptions.db, clock.now());
    const onBatch = (clients: number) => progress(`${clients} of ${Math.max(clients, total)} clients…`);
    let result = isDry
      ? await dryRunBilling(subscriptions, { onBatch })
      : await runBilling(subscriptions, { onBatch });
    if (options.confirm === true && !isDry) result = sumOf(result, await runConfirmed(platform, onBatch));
    const waiting = await readWaiting(subscriptions, clock.now());
    const { clients, charges, charged, graces, blocks, archived, mails, failed } = result;
    return {
      ok: failed === 0,
      lines: [
        isDry ? 'What a run would do now:' : 'Done:',
        ...columns([
          ['Clients looked at', String(clients)],
          ['Charges', `${charges}, ${charged} minor units`],
          ['Into the grace period', String(graces)],
          ['Suspended', String(blocks)],
          ['Archived', String(archived)],
          ['Emails', String(mails)],
          ['Failed', String(failed)],
          ...(isDry ? [['Would wait', String(result.waiting)] as [string, string]] : []),
        ]),
        ...(waiting ? waitingLines(waiting) : []),
      ],
      data: { dry_run: isDry, ...result, waits: waiting },
    };
  },
};

/** Approves what waits at this moment, and runs it. */
async function runConfirmed(
  { clock, config, subscriptions }: Platform,
  onBatch: (clients: number) => void,
): Promise<RunResult | undefined> {
  const now = clock.now();
  const waiting = await readWaiting(subscriptions, now);
  if (!waiting) return undefined;
  const { day, blocks, deletions } = waiting;
  const caller = systemCaller(now, variants[config.variant].defaultLocale);
  await confirmSteps(subscriptions, caller, { day, blocks, deletions }, sayNothing);
  return runBilling(subscriptions, { onBatch });
}

function sumOf(one: RunResult, other: RunResult | undefined): RunResult {
  if (!other) return one;
  const sums = Object.entries(one).map(([key, count]) => [key, count + other[key as keyof RunResult]]); // the object's own keys
  return { ...one, ...Object.fromEntries(sums), waiting: other.waiting };
}

function waitingLines({ blocks, deletions }: { blocks: number; deletions: number }): string[] {
  return [
    '',
    `More than one run may do: ${blocks} suspensions and ${deletions} deletions wait for approval.`,
    'Check the clock, then approve in the panel or by: npm run cli -- billing run --confirm',
  ];
}
