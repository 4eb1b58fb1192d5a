import { email as emailForm, limits, line } from '#contract/kernel/primitives.ts';
import { variants } from '#contract/kernel/variants.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { inviteAdministrator } from '#server/users/joining/invite-administrator.ts';
import { type Command, UsageError } from './command.ts';

const nameForm = line(limits.generic);

export const adminCreate: Command = {
  name: 'admin create',
  summary: 'Makes an administrator with every permission, and prints the link that sets the password.',
  arguments: ['EMAIL'],
  details: [
    'The link is good once and for as long as an invitation. For somebody who was invited and has not joined it makes',
    'a new one, and the one before is void. Those who have joined ask for a new password on the page itself.',
    'With OIDC_ONLY=1 the link signs in by itself, within an hour, also somebody who has joined: the way back when the',
    'identity provider is away.',
  ].join('\n'),
  options: {
    name: { type: 'string', value: 'NAME', description: 'the name that colleagues see; else the address' },
  },
  async run({ args, options, open, config, clock }) {
    const address = emailForm.safeParse(args[0]);
    if (!address.success) throw new UsageError(`"${args[0]}" is not an email address.`);
    const name = nameForm.safeParse(options.name ?? address.data);
    if (!name.success) throw new UsageError(`The name has 1 to ${limits.generic.max} characters.`);
    const { platform } = await open({ create: true });
    const { defaultLocale } = variants[config().variant];
    const { token, expiresAt } = await inviteAdministrator(
      platform,
      systemCaller(clock.now(), defaultLocale),
      { email: address.data, name: name.data },
    );
    const link = `${config().publicUrl}/set-up/${token}`;
    return {
      ok: true,
      lines: [
        `${address.data} is an administrator after ${platform.passwordsOff ? 'signing in' : 'setting a password'} here, once, until ${expiresAt.toISOString()}:`,
        '',
        `  ${link}`,
      ],
      data: { email: address.data, link, expires_at: expiresAt.toISOString() },
    };
  },
};
