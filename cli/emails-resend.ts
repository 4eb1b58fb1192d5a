import { variants } from '#contract/kernel/variants.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { resendEmails } from '#server/mail/log/resend-emails.ts';
import { currentMailFacts } from '#server/subscriptions/forecast-subscription.ts';
import type { Command } from './command.ts';

export const emailsResend: Command = {
  name: 'emails resend',
  summary: 'Sends failed emails again, a hundred a minute: all, or those that a query of the log finds.',
  details: [
    'Each is a new email to the present address, with a new link and the present figures; what is out of date by now is',
    'not sent. Emails that were sent, that wait, or that somebody has dealt with are left alone.',
    'The running server sends them; without one they go out at the next start.',
  ].join('\n'),
  options: {
    query: {
      type: 'string',
      value: 'QUERY',
      description:
        "as in the list's address: filter[kind][eq]=payment_due&filter[created_at][gte]=2026-11-01",
    },
  },
  async run({ options, open, config, clock, progress }) {
    const { platform } = await open();
    const deps = {
      ...platform.mail,
      lists: platform.lists,
      factsNow: (...asked: Parameters<Facts>) => currentMailFacts(platform.subscriptions, ...asked),
    };
    const caller = systemCaller(clock.now(), variants[config().variant].defaultLocale);
    const query = typeof options.query === 'string' ? options.query : 'filter[status][eq]=failed';
    const { found, resent, refused } = await resendEmails(deps, caller, {
      query,
      max: 1_000_000,
      progress: (done, total) => progress(`Email ${done + 1} of ${total}…`),
    }).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
      throw new StartupError(`the email log does not understand the query "${query}".`);
    });
    return {
      ok: true,
      lines: [
        `${resent} of ${found} emails will be sent again.`,
        ...refused.map(({ code, count }) => `  ${count} not sent: ${code}`),
      ],
      data: { found, resent, refused },
    };
  },
};

type Facts = Parameters<typeof resendEmails>[0]['factsNow'];
