import * as z from 'zod';
import { id as uuid } from '#contract/kernel/primitives.ts';
import type { SignatureProtocol } from '#contract/cabinets/webhook-signature.ts';
import { localeOf } from '#contract/kernel/variants.ts';

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number);
const webAddress = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const locale = z.string().transform((text) => localeOf(text) ?? 'uk');

const subnetList = z
  .string()
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine((parts) =>
    parts.every((part) => z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(part).success),
  );

/** The variables of one cabinet in its own process (`docs/kubernetes.md`). */
const store = {
  CABINET_CLIENT_ID: uuid,
  CABINET_SECRET: z.string().min(16),
  DATA_DIR: z.string().min(1).default('/data'),
  HOST: z.string().min(1).default('127.0.0.1'),
};
const serving = z.object({
  ...store,
  PORT: port.prefault('8080'),
  CABINET_URL: webAddress,
  PLATFORM_API_URL: webAddress,
  PUBLIC_URL: webAddress,
  PRODUCT_NAME: z.string().min(1).default('Tenantry'),
  CABINET_LOCALE: locale.prefault('uk'),
  TRUST_PROXY: subnetList.prefault(''),
});
/** `1`: also accepts calls of a platform from before protocol 2. */
const protocols = z
  .enum(['1', '2'])
  .transform((text): readonly SignatureProtocol[] => (text === '1' ? [2, 1] : [2]));
const copying = z.object({
  ...store,
  PORT: port.prefault('8090'),
  CABINET_PROTOCOLS: protocols.prefault('2'),
});

export type ServingConfig = z.infer<typeof serving>;
export type CopyingConfig = z.infer<typeof copying>;
type Environment = Record<string, string | undefined>;

export const servingConfig = (environment: Environment) => read(serving, environment);
export const copyingConfig = (environment: Environment) => read(copying, environment);

/** Throws with the names of missing or wrong variables, never with a value. */
function read<Config>(schema: z.ZodType<Config>, environment: Environment): Config {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const names = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  throw new Error(`Missing or not accepted: ${[...names].join(', ')}.`);
}
