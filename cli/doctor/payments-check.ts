import { gatewayTraits, type GatewayName } from '#contract/money/payment-gateway.ts';
import { GatewayError, type GatewayFailure } from '#server/payments/gateways/driver.ts';
import { newId } from '#server/kernel/ids.ts';
import { gatewayFigures, type GatewayFigures } from '#server/payments/online/online-store.ts';
import { noticeUrlOf, referenceOf } from '#server/payments/online/order.ts';
import type { Platform } from '#server/platform.ts';
import type { Command } from '../command.ts';
import { failure, type Finding, findingLines, ok, warning } from './finding.ts';

export const paymentsCheck: Command = {
  name: 'payments check',
  summary: 'Asks each payment gateway with the keys of the configuration, and says what is wrong.',
  details: [
    'It asks for a payment that does not exist: nothing is begun, charged or changed.',
    'Exit code 1 when something is BAD; notes alone are 0.',
  ].join('\n'),
  async run({ config, open, clock, progress }) {
    const { payments } = config();
    if (payments.names.length === 0) {
      const text = 'PAYMENTS names no gateway: customers pay by bank transfer alone.';
      return { ok: true, lines: [text], data: { failures: 0, warnings: 0, findings: [] } };
    }
    const { platform } = await open();
    const figures = await gatewayFigures(platform.db, payments.names);
    const findings: Finding[] = [];
    for (const name of payments.names) {
      progress(`Asking ${name}…`);
      findings.push(...(await examine(platform, name, figures, clock.now())));
    }
    const failures = findings.filter(({ verdict }) => verdict === 'failure').length;
    const warnings = findings.filter(({ verdict }) => verdict === 'warning').length;
    return {
      ok: failures === 0,
      lines: [...findings.flatMap(findingLines), '', `${failures} BAD, ${warnings} to note.`],
      data: { failures, warnings, findings },
    };
  },
};

async function examine(
  platform: Platform,
  name: GatewayName,
  figures: readonly GatewayFigures[],
  now: Date,
): Promise<Finding[]> {
  if (name === 'test') {
    return [
      warning(name, 'a page of ours that moves no money', 'name a real gateway in PAYMENTS before you sell'),
    ];
  }
  const known = figures.find(({ provider }) => provider === name);
  const { config } = platform;
  return [
    await askedWithKeys(platform, name, now),
    ...(name === 'stripe' ? [webhookSecret(config.payments.stripe?.webhookSecret ?? '')] : []),
    noticeAddress(config, name),
    notices(name, known),
  ];
}

/** A payment that nobody made: the gateway says that it doesn't know it, if it takes our keys. */
async function askedWithKeys(
  { gateways, db, config }: Platform,
  name: GatewayName,
  now: Date,
): Promise<Finding> {
  const gateway = await gateways.find(name);
  if (!gateway) throw new Error(`${name} is named and not made`);
  const reference = await referenceOf(db, newId(now), now);
  try {
    await gateway.status({ reference, externalId: null, startedAt: now, expiresAt: null, now });
    return ok(name, 'answers, and takes the keys');
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const host = new URL(apiUrlOf(config, name)).host;
    return failure(name, `${wrong[error.failure]}: ${error.message}`, adviceFor(error.failure, name, host));
  }
}

const wrong: Record<GatewayFailure, string> = {
  key_refused: 'does not take the keys',
  unreachable: 'cannot be reached',
  timeout: 'does not answer in time',
  unreadable: 'answers what makes no sense',
  refused: 'does not want to answer',
  forged: 'signs nothing that we know',
};

const keysOf: Record<Exclude<GatewayName, 'test'>, string> = {
  stripe: 'STRIPE_SECRET_KEY',
  monobank: 'MONOBANK_TOKEN',
  liqpay: 'LIQPAY_PUBLIC_KEY and LIQPAY_PRIVATE_KEY',
  montonio: 'MONTONIO_ACCESS_KEY and MONTONIO_SECRET_KEY',
};

function adviceFor(problem: GatewayFailure, name: GatewayName, host: string): string {
  if (problem === 'key_refused' && name !== 'test') {
    return `copy ${keysOf[name]} again, and see that they are of one account and not of its sandbox`;
  }
  if (problem === 'unreachable' || problem === 'timeout') {
    return `see that this machine may open https connections to ${host}, and what the gateway says of its own state`;
  }
  return `see that ${name.toUpperCase()}_API_URL is the gateway's address, and ask its support`;
}

function apiUrlOf({ payments }: Platform['config'], name: GatewayName): string {
  return (name === 'test' ? undefined : payments[name]?.apiUrl) ?? 'https://localhost';
}

/** Stripe's own begin with this; a key in its place refuses every notice. */
function webhookSecret(secret: string): Finding {
  return secret.startsWith('whsec_')
    ? ok('stripe', 'has a webhook secret')
    : failure(
        'stripe',
        'STRIPE_WEBHOOK_SECRET is no signing secret of an endpoint: every notice is refused',
        'copy it from Developers → Webhooks → the endpoint; it begins with whsec_',
      );
}

function noticeAddress(config: Platform['config'], name: GatewayName): Finding {
  const address = noticeUrlOf(config, name);
  return address.startsWith('https:')
    ? ok(name, `is told to send notices to ${address}`)
    : failure(
        name,
        `PUBLIC_URL is not https, so no notice comes to ${address}`,
        'set PUBLIC_URL to the https address that the internet knows',
      );
}

/** Without notices payments are credited late: when the gateway is asked. */
function notices(name: GatewayName, known: GatewayFigures | undefined): Finding {
  const { last_notice_at: last, begun = 0, problems = 0 } = known ?? { last_notice_at: null };
  if (problems > 0) {
    return warning(
      name,
      `${problems} notices credited nothing`,
      'the panel has them: Settings → Online payment',
    );
  }
  if (last) return ok(name, `sent its last notice at ${last.toISOString()}`);
  if (begun === 0) {
    return warning(
      name,
      'nobody has paid by it yet, and no notice has come',
      'make a small payment of your own',
    );
  }
  const where = gatewayTraits[name].noticesNeedSetUp ? 'add the endpoint at the gateway' : 'let it through';
  return failure(
    name,
    `${begun} payments were begun, and no notice ever came`,
    `open the address above from the internet, and ${where}: a proxy may refuse POST to /api/payments`,
  );
}
