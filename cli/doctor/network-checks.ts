import type { Config } from '#server/kernel/config.ts';
import { createMailTransport } from '#server/mail/mail-transport.ts';
import { createIdentityProvider } from '#server/oidc/identity-provider.ts';
import type { CommandContext } from '../command.ts';
import { failure, type Finding, ok, reasonOf, warning } from './finding.ts';

/** Checks of other servers: the mail server and the cabinets' host. */

export async function mailServer({
  smtpUrl,
  smtpNeedsTls,
  mailFrom,
  productName,
  cabinets,
}: Config): Promise<Finding> {
  const subject = 'Mail server';
  if (!smtpUrl) {
    return warning(
      subject,
      'SMTP_URL is not set: no email leaves this machine',
      'set SMTP_URL and MAIL_FROM before real people register',
    );
  }
  const list = { host: cabinets.domain, name: productName };
  const transport = createMailTransport({ smtpUrl, requireTls: smtpNeedsTls, mailFrom, list });
  try {
    await transport.verify();
    return ok(subject, `takes emails from ${mailFrom}`);
  } catch (error) {
    return failure(
      subject,
      reasonOf(error),
      'mend SMTP_URL; emails wait meanwhile, and go out by themselves',
    );
  } finally {
    transport.close();
  }
}

export async function cabinetHost({ cabinets }: Config): Promise<Finding> {
  const subject = 'Cabinets';
  const { driver, hostUrl, hosts, webhook } = cabinets;
  if (driver === 'embedded' && hosts.length > 0) {
    return ok(subject, `served by ${hosts.length} hosts: ${hosts.map(({ name }) => name).join(', ')}`);
  }
  const address = driver === 'embedded' ? hostUrl : webhook?.url;
  if (driver === 'kubernetes' || !address) {
    return ok(subject, `made by ${driver}; the list of cabinets that differ shows whether they answer`);
  }
  try {
    // Any answer will do: it shows that something listens.
    await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(5000) });
    return ok(subject, `the ${driver === 'embedded' ? 'cabinet host' : 'provisioner'} answers at ${address}`);
  } catch (error) {
    const advice =
      driver === 'embedded'
        ? 'start the process with the role cabinets; check CABINET_PORT and CABINET_HOST_URL'
        : 'check CABINET_WEBHOOK_URL and the provisioner behind it';
    return warning(subject, `no answer from ${address}: ${reasonOf(error)}`, advice);
  }
}

/** Nothing without an identity provider. Its secret is not shown, and is tried only when somebody signs in. */
export async function* staffSignIn(
  { oidc, publicUrl }: Config,
  { clock, log }: Pick<CommandContext, 'clock' | 'log'>,
): AsyncIterable<Finding> {
  if (!oidc) return;
  const subject = 'Staff sign-in';
  const { issuer, clientId, allowedDomains, isOnly } = oidc;
  const of = allowedDomains.length > 0 ? allowedDomains.join(', ') : 'any domain';
  try {
    await createIdentityProvider({ provider: oidc, publicUrl, isCrossSite: false, clock, log }).check();
    const passwords = isOnly ? 'instead of passwords' : 'besides passwords';
    yield ok(subject, `${issuer} answers, for ${clientId} and addresses of ${of}, ${passwords}`);
  } catch (error) {
    yield failure(
      subject,
      `${issuer}: ${reasonOf(error)}`,
      'check OIDC_ISSUER, which is compared letter by letter, and that this machine may call it; npm run cli -- admin create lets somebody in meanwhile',
    );
  }
}
