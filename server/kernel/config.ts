import { Resolver } from 'node:dns';
import { isIP } from 'node:net';
import path from 'node:path';
import * as z from 'zod';
import { driverNames } from '#contract/cabinets/cabinet.ts';
import { gatewayNames, gatewayTraits } from '#contract/money/payment-gateway.ts';
import { password } from '#contract/kernel/primitives.ts';
import { variants } from '#contract/kernel/variants.ts';
import { backupScheduleOf, backupVariables } from './backup-variables.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isNearHost } from './local-host.ts';
import { misspeltVariables, unknownVariables } from './misspelt-variables.ts';
import { StartupError } from './startup-error.ts';

export const roles = ['web', 'worker', 'cabinets'] as const;
export type Role = (typeof roles)[number];

/** `count` attempts in a number of seconds. */
export interface Limit {
  count: number;
  seconds: number;
}

const port = z
  .string()
  .regex(/^\d+$/)
  .transform(Number)
  .refine((number) => number <= 65_535);
const webAddress = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const limit = z
  .string()
  .regex(/^[1-9]\d{0,5}\/[1-9]\d{0,4}[smhd]$/)
  .transform((text): Limit => {
    const [count = '', duration = ''] = text.split('/');
    const unit = { s: 1, m: 60, h: 3600, d: 86_400 }[duration.slice(-1)] ?? 1;
    return { count: Number(count), seconds: Number(duration.slice(0, -1)) * unit };
  });
const gatewayKey = z.string().min(1).max(500).regex(/^\S+$/).optional();
const hostName = z
  .string()
  .regex(/^(?=.{1,190}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/);

/** Words separated by commas, none by default. */
const parts = (read = (text: string) => text) =>
  z
    .string()
    .default('')
    .transform((text) =>
      read(text)
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    );

/** `a=http://10.0.0.1:8443,b=http://10.0.0.2:8443*2`: a host's name, its address and how much more than others it holds. */
const hostList = z
  .string()
  .transform((text) =>
    text.split(',').map((each) => {
      const [, name, url, weight = '1'] = /^([a-z0-9-]+)=([^*]+)(?:\*(\d+))?$/.exec(each.trim()) ?? [];
      return { name, url, weight };
    }),
  )
  .pipe(
    z.array(
      z.object({
        name: z.string().max(40),
        url: webAddress,
        weight: z
          .string()
          .transform(Number)
          .refine((weight) => weight >= 1 && weight <= 100),
      }),
    ),
  )
  .refine((hosts) => new Set(hosts.map(({ name }) => name)).size === hosts.length);

/**
 * Every variable of DESIGN section 3: its form, what is accepted in words, and whether its value may be shown.
 */
const variables = {
  HOST: { form: z.string().min(1).default('127.0.0.1'), accepts: 'an address or host name to listen on' },
  PORT: { form: port.default(8080), accepts: 'a port from 0 to 65535' },
  HEALTH_PORT: { form: port.optional(), accepts: 'a port from 0 to 65535' },
  DRAIN_SECONDS: {
    form: z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .refine((seconds) => seconds <= 600)
      .optional(),
    accepts: 'seconds from 0 to 600',
  },
  PUBLIC_URL: {
    // Pages load their parts from the root of the host.
    form: webAddress.refine((url) => new URL(url).origin === url).optional(),
    accepts: 'an http(s) address without a path',
  },
  DATA_DIR: { form: z.string().min(1).default('./data'), accepts: 'a folder' },
  DATABASE_URL: {
    form: z
      .string()
      .regex(/^postgres(ql)?:\/\//)
      .optional(),
    accepts: 'postgres://user:password@host:port/database',
    secret: true,
  },
  SECRET_KEY: {
    form: z.string().min(32).optional(),
    accepts: 'at least 32 characters; several keys separated by spaces, newest first',
    secret: true,
  },
  ADMIN_EMAIL: { form: z.email().optional(), accepts: 'an email address' },
  ADMIN_PASSWORD: {
    form: password.refine((chosen) => !isCommonPassword(chosen)).optional(),
    accepts:
      '8 to 50 characters with a digit, an upper-case and a lower-case Latin letter, and not easy to guess',
    secret: true,
  },
  SMTP_URL: {
    form: z
      .string()
      .regex(/^smtps?:\/\/[^\s]+$/)
      .optional(),
    accepts: 'smtp(s)://user:password@host:port',
    secret: true,
  },
  SMTP_ALLOW_PLAIN: { form: z.enum(['0', '1']).default('0'), accepts: '0 or 1' },
  MAIL_FROM: {
    form: z
      .string()
      .regex(/^[^\r\n]*[^\s@]+@[^\s@]+[^\r\n]*$/)
      .optional(),
    accepts: 'an email address',
  },
  VARIANT: { form: z.enum(['ua', 'lt']).default('ua'), accepts: 'ua or lt' },
  PRODUCT_NAME: { form: z.string().trim().min(1).max(60).default('Tenantry'), accepts: '1 to 60 characters' },
  LOGO_NAME: {
    form: z
      .string()
      .regex(/^[a-z0-9-]+$/)
      .default('tenantry'),
    accepts: 'a name of a-z, 0-9 and -',
  },
  CABINET_DRIVER: {
    form: z.enum(driverNames).default('embedded'),
    accepts: 'embedded, webhook or kubernetes',
  },
  CABINET_API_URL: { form: webAddress.optional(), accepts: 'an http(s) address' },
  CABINET_HOST_URL: { form: webAddress.optional(), accepts: 'an http(s) address' },
  CABINET_HOSTS: {
    form: hostList.optional(),
    accepts: 'names with http(s) addresses, such as a=http://10.0.0.1:8443,b=http://10.0.0.2:8443*2',
  },
  CABINET_HOST_NAME: { form: z.string().min(1).optional(), accepts: 'a name from CABINET_HOSTS' },
  CABINET_HOST_ROOM: {
    form: z
      .string()
      .regex(/^[1-9]\d{0,5}$/)
      .transform(Number)
      .default(3000),
    accepts: 'a number of cabinets from 1 to 999999',
  },
  CABINET_HOST_TLS_CERT: { form: z.string().min(1).optional(), accepts: 'a file' },
  CABINET_HOST_TLS_KEY: { form: z.string().min(1).optional(), accepts: 'a file' },
  CABINET_HOST_TLS_PORT: { form: port.default(8444), accepts: 'a port from 0 to 65535' },
  CABINET_WEBHOOK_URL: { form: webAddress.optional(), accepts: 'an http(s) address' },
  CABINET_WEBHOOK_SECRET: {
    form: z
      .string()
      .min(32)
      .transform((text) => secretsIn(text))
      .optional(),
    accepts: 'at least 32 characters; several, newest first, separated by spaces, while it is changed',
    secret: true,
  },
  CABINET_WEBHOOK_ALLOW_PRIVATE: { form: z.enum(['0', '1']).default('0'), accepts: '0 or 1' },
  WEBHOOKS_ALLOW_PRIVATE: { form: z.enum(['0', '1']).default('0'), accepts: '0 or 1' },
  CABINET_TEMPLATE: { form: z.string().min(1).optional(), accepts: 'a file' },
  KUBECONFIG: { form: z.string().min(1).optional(), accepts: 'a file' },
  CABINET_VERSION: {
    form: z.string().min(1).max(100).optional(),
    accepts: 'a version of 1 to 100 characters',
  },
  BACKUP_DIR: { form: z.string().min(1).optional(), accepts: 'a folder' },
  ...backupVariables,
  CABINET_DOMAIN: { form: hostName.default('localhost'), accepts: 'a domain name in lower case' },
  // Part of every cabinet's address, so it must not change to any free port.
  CABINET_PORT: {
    form: port.refine((number) => number > 0).default(8443),
    accepts: 'a port from 1 to 65535',
  },
  DNS_SERVERS: {
    form: parts().refine(areNameServers),
    accepts: 'addresses such as 9.9.9.9 or [2620:fe::fe]:53, separated by commas',
  },
  CABINET_LISTEN_PORT: {
    form: port.refine((number) => number > 0).optional(),
    accepts: 'a port from 1 to 65535',
  },
  CABINET_SCHEME: { form: z.enum(['http', 'https']).optional(), accepts: 'http or https' },
  ROLES: {
    form: z
      .string()
      .default(roles.join(','))
      .transform((text) => text.split(',').map((role) => role.trim()))
      .pipe(z.array(z.enum(roles)).min(1)),
    accepts: `a list of ${roles.join(', ')}`,
  },
  TRUST_PROXY: {
    form: z
      .string()
      .default('false')
      .transform((text) =>
        text === 'false' || text === '' ? [] : text.split(',').map((part) => part.trim()),
      )
      .refine((parts) => parts.every(isSubnet)),
    accepts: 'false, or addresses and subnets separated by commas',
  },
  LOGIN_ATTEMPTS: { form: limit.prefault('5/15m'), accepts: 'COUNT/DURATION such as 5/15m' },
  LOGIN_ATTEMPTS_PER_ADDRESS: {
    form: limit.prefault('100/15m'),
    accepts: 'COUNT/DURATION such as 100/15m',
  },
  REGISTRATION_ATTEMPTS: { form: limit.prefault('20/1h'), accepts: 'COUNT/DURATION such as 20/1h' },
  LINK_ATTEMPTS: { form: limit.prefault('30/15m'), accepts: 'COUNT/DURATION such as 30/15m' },
  RESET_ATTEMPTS: { form: limit.prefault('5/1h'), accepts: 'COUNT/DURATION such as 5/1h' },
  API_RATE: { form: limit.prefault('600/1m'), accepts: 'COUNT/DURATION such as 600/1m' },
  CORS_ORIGINS: {
    form: parts().refine((origins) =>
      origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    ),
    accepts: 'origins such as https://shop.example, separated by commas',
  },
  API_URL: {
    form: z
      .string()
      .regex(/^(\/|https?:\/\/)\S*$/)
      .default('/api'),
    accepts: 'a path or an http(s) address',
  },
  PAYMENTS: {
    form: parts()
      .pipe(z.array(z.enum(gatewayNames)))
      .refine((names) => new Set(names).size === names.length),
    accepts: `a list of ${gatewayNames.join(', ')}, each once`,
  },
  STRIPE_SECRET_KEY: { form: gatewayKey, accepts: 'a secret or restricted key of Stripe', secret: true },
  STRIPE_WEBHOOK_SECRET: {
    form: gatewayKey,
    accepts: "the signing secret of Stripe's webhook endpoint",
    secret: true,
  },
  STRIPE_API_URL: { form: webAddress.default('https://api.stripe.com'), accepts: 'an http(s) address' },
  MONOBANK_TOKEN: { form: gatewayKey, accepts: 'the token of a merchant at monobank', secret: true },
  MONOBANK_API_URL: { form: webAddress.default('https://api.monobank.ua'), accepts: 'an http(s) address' },
  LIQPAY_PUBLIC_KEY: { form: gatewayKey, accepts: 'the public key of a company at LiqPay' },
  LIQPAY_PRIVATE_KEY: {
    form: gatewayKey,
    accepts: 'the private key of a company at LiqPay',
    secret: true,
  },
  LIQPAY_API_URL: { form: webAddress.default('https://www.liqpay.ua'), accepts: 'an http(s) address' },
  MONTONIO_ACCESS_KEY: { form: gatewayKey, accepts: 'the access key of a store at Montonio' },
  MONTONIO_SECRET_KEY: {
    form: gatewayKey,
    accepts: 'the secret key of a store at Montonio',
    secret: true,
  },
  MONTONIO_API_URL: {
    form: webAddress.default('https://stargate.montonio.com/api'),
    accepts: 'an http(s) address',
  },
  // Not shortened: an issuer is compared letter by letter.
  OIDC_ISSUER: { form: z.url({ protocol: /^https?$/ }).optional(), accepts: 'an http(s) address' },
  OIDC_CLIENT_ID: { form: z.string().trim().min(1).max(300).optional(), accepts: '1 to 300 characters' },
  OIDC_CLIENT_SECRET: {
    form: z.string().min(1).max(1000).regex(/^\S+$/).optional(),
    accepts: 'the secret that belongs to OIDC_CLIENT_ID',
    secret: true,
  },
  OIDC_ALLOWED_DOMAIN: {
    form: parts((text) => text.toLowerCase()).pipe(z.array(hostName)),
    accepts: 'domains of email addresses such as company.example, separated by commas',
  },
  OIDC_NAME: { form: z.string().trim().min(1).max(40).optional(), accepts: '1 to 40 characters' },
  OIDC_ONLY: { form: z.enum(['0', '1']).default('0'), accepts: '0 or 1' },
  METRICS_TOKEN: { form: z.string().min(16).optional(), accepts: 'at least 16 characters', secret: true },
  VIES_URL: {
    form: webAddress.default('https://ec.europa.eu/taxation_customs/vies/rest-api'),
    accepts: 'an http(s) address',
  },
  ACCOUNT_DISCLOSURE: {
    form: z.enum(['friendly', 'strict']).default('friendly'),
    accepts: 'friendly or strict',
  },
  LOG_LEVEL: {
    form: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    accepts: 'fatal, error, warn, info, debug, trace or silent',
  },
} satisfies Record<string, { form: z.ZodType; accepts: string; secret?: boolean }>;

export const variableNames = Object.keys(variables);

type Values = { [Name in keyof typeof variables]: z.infer<(typeof variables)[Name]['form']> };

type Environment = Record<string, string | undefined>;

/** The configuration, read and validated once (DESIGN section 3). */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the environment. Throws `StartupError` with one line that names the variable, the value (never a secret's)
 * and what is accepted.
 */
export function readConfig(environment: Environment) {
  refuseMisspelt(environment);
  const values = readValues(environment);
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = values;
  if ((ADMIN_EMAIL === undefined) !== (ADMIN_PASSWORD === undefined)) {
    throw new StartupError('ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.');
  }
  if (values.DATABASE_URL && !values.SECRET_KEY) {
    throw new StartupError(
      'SECRET_KEY is required with DATABASE_URL: at least 32 random characters, the same on every server.',
    );
  }
  if (values.TRUST_PROXY.length > 0 && !values.METRICS_TOKEN) {
    throw new StartupError('METRICS_TOKEN is required when TRUST_PROXY is set: at least 16 characters.');
  }
  return {
    host: values.HOST,
    port: values.PORT,
    /** Where health and metrics are answered besides `port`, by any role; undefined: nowhere. */
    healthPort: values.HEALTH_PORT,
    /** How long a process still listens after the signal to stop; undefined: until the load balancers have noticed. */
    draining: {
      seconds: values.DRAIN_SECONDS,
      isBehindProxy:
        values.TRUST_PROXY.length > 0 ||
        values.HEALTH_PORT !== undefined ||
        environment.KUBERNETES_SERVICE_HOST !== undefined,
    },
    publicUrl: publicUrlOf(values),
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    /** Undefined: generated into `DATA_DIR`. */
    secretKey: values.SECRET_KEY,
    admin: ADMIN_EMAIL && ADMIN_PASSWORD ? { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } : undefined,
    smtpUrl: values.SMTP_URL,
    /** The mail server must switch to TLS before it gets a password. */
    smtpNeedsTls: smtpNeedsTls(values),
    mailFrom: values.MAIL_FROM ?? `${values.PRODUCT_NAME} <no-reply@${values.CABINET_DOMAIN}>`,
    variant: values.VARIANT,
    productName: values.PRODUCT_NAME,
    logoName: values.LOGO_NAME,
    cabinets: cabinetsOf(values, environment),
    /** Shared by every process with the roles web and worker. */
    backupDir: path.resolve(values.BACKUP_DIR ?? path.join(values.DATA_DIR, 'backups')),
    /** Backups of the whole installation; undefined: none by itself. */
    backups: backupScheduleOf(values),
    /** Asked about customers' own domains; empty: those of the machine. */
    dnsServers: values.DNS_SERVERS,
    roles: values.ROLES,
    trustProxy: values.TRUST_PROXY,
    limits: {
      login: values.LOGIN_ATTEMPTS,
      loginPerAddress: values.LOGIN_ATTEMPTS_PER_ADDRESS,
      registration: values.REGISTRATION_ATTEMPTS,
      link: values.LINK_ATTEMPTS,
      reset: values.RESET_ATTEMPTS,
      api: values.API_RATE,
    },
    payments: paymentsOf(values),
    /** Where staff sign in by OpenID Connect; undefined: by passwords alone. */
    oidc: oidcOf(values),
    /** Events may be sent to private addresses: for trying. */
    webhooksAllowPrivate: values.WEBHOOKS_ALLOW_PRIVATE === '1',
    corsOrigins: values.CORS_ORIGINS,
    apiUrl: values.API_URL.replace(/\/+$/, ''),
    metricsToken: values.METRICS_TOKEN,
    /** The base address of VIES' REST interface. */
    viesUrl: values.VIES_URL,
    strictDisclosure: values.ACCOUNT_DISCLOSURE === 'strict',
    logLevel: values.LOG_LEVEL,
  };
}

function refuseMisspelt(environment: Environment): void {
  const [slip] = misspeltVariables(environment, Object.keys(variables));
  if (!slip) return;
  throw new StartupError(
    `${slip.name} is not a variable of this program: ${slip.meant} was probably meant; rename it, or take it away.`,
  );
}

/** A line for each variable with one of our prefixes that nothing reads. */
export function unreadVariables(environment: Environment): string[] {
  return unknownVariables(environment, Object.keys(variables)).map(
    (name) => `${name} is set, and this program reads no such variable: the README lists all of them.`,
  );
}

/** Newest first; an old single key with a space in it stays one key. */
function secretsIn(text: string): string[] {
  const parts = text.split(' ').filter(Boolean);
  return parts.every((part) => part.length >= 32) ? parts : [text];
}

function hostTlsOf(values: Values) {
  const { CABINET_HOST_TLS_CERT: certificate, CABINET_HOST_TLS_KEY: key } = values;
  if (!certificate && !key) return undefined;
  if (!certificate || !key) {
    throw new StartupError('CABINET_HOST_TLS_CERT and CABINET_HOST_TLS_KEY belong together.');
  }
  const addresses = [values.CABINET_HOST_URL, ...(values.CABINET_HOSTS ?? []).map(({ url }) => url)];
  const isCalledSo = addresses.some((address) => address?.startsWith('https:'));
  if (isCalledSo || values.CABINET_DRIVER !== 'embedded') {
    return { certificate, key, port: values.CABINET_HOST_TLS_PORT };
  }
  throw new StartupError(
    'CABINET_HOST_TLS_CERT needs CABINET_HOST_URL: the https address of the certificate, such as https://cabinets:8444.',
  );
}

function publicUrlOf({ PUBLIC_URL, PORT }: Values): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}

/** A remote mail server gets a password only over TLS, which others on the way could otherwise switch off. */
function smtpNeedsTls({ SMTP_URL, SMTP_ALLOW_PLAIN }: Values): boolean {
  const { protocol, hostname, username } = (SMTP_URL && URL.parse(SMTP_URL)) || {};
  if (protocol !== 'smtp:' || !username || SMTP_ALLOW_PLAIN === '1') return false;
  return !isNearHost(hostname ?? '');
}

function cabinetsOf(values: Values, environment: Environment) {
  const { CABINET_DRIVER: driver, CABINET_PORT: port, CABINET_DOMAIN: domain } = values;
  const { CABINET_WEBHOOK_URL: url, CABINET_WEBHOOK_SECRET: secrets } = values;
  if ((url === undefined) !== (secrets === undefined) || (driver === 'webhook' && !url)) {
    throw new StartupError(
      'CABINET_WEBHOOK_URL and CABINET_WEBHOOK_SECRET belong together, and CABINET_DRIVER webhook needs both.',
    );
  }
  const allowPrivate = values.CABINET_WEBHOOK_ALLOW_PRIVATE === '1';
  const { protocol, hostname } = new URL(url ?? 'https://none.invalid');
  if (protocol === 'http:' && !(allowPrivate && isNearHost(hostname))) {
    throw new StartupError(
      'CABINET_WEBHOOK_URL is sent secrets: https, or http to a private host with CABINET_WEBHOOK_ALLOW_PRIVATE=1.',
    );
  }
  const { CABINET_TEMPLATE: template, KUBECONFIG: kubeconfig } = values;
  if (driver === 'kubernetes' && !template) {
    throw new StartupError(
      'CABINET_TEMPLATE is required with CABINET_DRIVER kubernetes: a file, docs/kubernetes.md.',
    );
  }
  const { CABINET_LISTEN_PORT: listenPort = port } = values;
  const hosts = hostsOf(values);
  const ownHost = driver === 'embedded' && hosts.length === 0 ? `http://127.0.0.1:${listenPort}` : undefined;
  return {
    driver,
    domain,
    /** The public port, in every address of a cabinet. */
    port,
    /** Where the cabinet host listens, behind a proxy that has `port`. */
    listenPort,
    scheme: values.CABINET_SCHEME ?? (domain === 'localhost' ? 'http' : 'https'),
    /** The address of the API for cabinets and the provisioner, from every machine. */
    apiUrl: values.CABINET_API_URL ?? `${publicUrlOf(values)}/api`,
    /** Where the worker finds the embedded driver's host; undefined when that driver isn't in use. */
    hostUrl: values.CABINET_HOST_URL ?? ownHost,
    /** The hosts of the embedded driver where it has several; the first has what was made before there were others. */
    hosts,
    /** Which of them this process is. */
    hostName: values.CABINET_HOST_NAME,
    /** How many cabinets a host of weight 1 takes. */
    hostRoom: values.CABINET_HOST_ROOM,
    /** With these files the host accepts the platform's calls by https only, on a separate port. */
    hostTls: hostTlsOf(values),
    /** The operator's provisioner; private addresses only when allowed. */
    webhook: url && secrets ? { url, secrets, allowPrivate } : undefined,
    /** The operator's template and its `env.NAME` values; without `kubeconfig`: the pod's own account. */
    kubernetes: template ? { template, kubeconfig, values: templateValues(environment) } : undefined,
    /** The product version that cabinets should run; undefined: not compared. */
    version: values.CABINET_VERSION,
  };
}

function hostsOf(values: Values) {
  const { CABINET_HOSTS: hosts = [], CABINET_HOST_NAME: name, CABINET_HOST_URL: single, ROLES } = values;
  if (hosts.length > 0 && single) {
    throw new StartupError(
      'CABINET_HOSTS and CABINET_HOST_URL: take one or the other; a single host needs no name.',
    );
  }
  const names = hosts.map((host) => host.name);
  if (name !== undefined && !names.includes(name)) {
    throw new StartupError(
      `CABINET_HOST_NAME: there is no ${name} in CABINET_HOSTS (${names.join(', ') || 'not set'}).`,
    );
  }
  if (hosts.length > 0 && ROLES.includes('cabinets') && name === undefined) {
    throw new StartupError(
      `CABINET_HOST_NAME: which of ${names.join(', ')} is this process? Set it for the role cabinets.`,
    );
  }
  return hosts;
}

/** The identity provider of staff. */
function oidcOf(values: Values) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  const isOnly = values.OIDC_ONLY === '1';
  if (!issuer && !clientId && !clientSecret) {
    if (!isOnly) return undefined;
    throw new StartupError(
      'OIDC_ONLY=1 leaves staff no way in without OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
    );
  }
  if (!issuer || !clientId || !clientSecret) {
    throw new StartupError(
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all or none.',
    );
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && !isNearHost(hostname)) {
    throw new StartupError('OIDC_ISSUER is sent OIDC_CLIENT_SECRET: https, or http to a private host.');
  }
  return {
    issuer,
    clientId,
    clientSecret,
    /** Addresses of other domains are refused; empty: of none. */
    allowedDomains: values.OIDC_ALLOWED_DOMAIN,
    name: values.OIDC_NAME ?? knownIssuers[hostname] ?? hostname,
    /** Staff have no passwords. */
    isOnly,
  };
}

const knownIssuers: Readonly<Record<string, string>> = {
  'accounts.google.com': 'Google',
  'login.microsoftonline.com': 'Microsoft',
};

/** The gateways that customers pay by, each with its keys. */
function paymentsOf(values: Values) {
  const names = values.PAYMENTS;
  if (names.includes('test') && names.length > 1) {
    throw new StartupError(
      `PAYMENTS: test moves no money and stands alone, but the list is ${names.join(',')}; take one or the other.`,
    );
  }
  const { currency } = variants[values.VARIANT];
  const foreign = names.find((name) => gatewayTraits[name].currencies?.includes(currency) === false);
  if (foreign) {
    throw new StartupError(
      `PAYMENTS: ${foreign} takes no ${currency}, the money of VARIANT=${values.VARIANT}; take it off the list.`,
    );
  }
  const keysOf = <Name extends keyof Values>(gateway: (typeof gatewayNames)[number], ...wanted: Name[]) => {
    const missing = names.includes(gateway) ? wanted.filter((name) => !values[name]) : [];
    if (missing.length === 0) return names.includes(gateway);
    throw new StartupError(
      `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} required with PAYMENTS=${gateway}: docs/payments.md says where to find them.`,
    );
  };
  const { STRIPE_SECRET_KEY = '', STRIPE_WEBHOOK_SECRET = '', MONOBANK_TOKEN = '' } = values;
  const { LIQPAY_PUBLIC_KEY = '', LIQPAY_PRIVATE_KEY = '' } = values;
  const { MONTONIO_ACCESS_KEY = '', MONTONIO_SECRET_KEY = '' } = values;
  return {
    names,
    stripe: keysOf('stripe', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET')
      ? { secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, apiUrl: values.STRIPE_API_URL }
      : undefined,
    monobank: keysOf('monobank', 'MONOBANK_TOKEN')
      ? { token: MONOBANK_TOKEN, apiUrl: values.MONOBANK_API_URL }
      : undefined,
    liqpay: keysOf('liqpay', 'LIQPAY_PUBLIC_KEY', 'LIQPAY_PRIVATE_KEY')
      ? { publicKey: LIQPAY_PUBLIC_KEY, privateKey: LIQPAY_PRIVATE_KEY, apiUrl: values.LIQPAY_API_URL }
      : undefined,
    montonio: keysOf('montonio', 'MONTONIO_ACCESS_KEY', 'MONTONIO_SECRET_KEY')
      ? { accessKey: MONTONIO_ACCESS_KEY, secretKey: MONTONIO_SECRET_KEY, apiUrl: values.MONTONIO_API_URL }
      : undefined,
  };
}

/** `CABINET_TEMPLATE_NAME` is what a template names `env.NAME`. */
function templateValues(environment: Environment): Record<string, string> {
  const prefix = 'CABINET_TEMPLATE_';
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith(prefix) && value ? [[`env.${name.slice(prefix.length)}`, value]] : [],
    ),
  );
}

function readValues(environment: Environment): Values {
  const entries = Object.entries(variables).map(([name, variable]) => {
    const given = environment[name] === '' ? undefined : environment[name];
    const read = variable.form.safeParse(given);
    if (read.success) return [name, read.data];
    const shown = 'secret' in variable ? 'the value given' : `"${given}"`;
    throw new StartupError(`${name}: ${shown} is not accepted; it takes ${variable.accepts}.`);
  });
  return Object.fromEntries(entries) as Values; // each entry was parsed by its own form
}

function areNameServers(servers: string[]): boolean {
  try {
    new Resolver().setServers(servers);
    return true;
  } catch {
    return false;
  }
}

function isSubnet(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
