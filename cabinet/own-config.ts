import * as z from 'zod';
import { id as uuid } from '#contract/primitives.ts';
import { localeOf } from '#contract/variants.ts';

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number);
const webAddress = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const locale = z.string().transform((text) => localeOf(text) ?? 'uk');

/** What one cabinet in a process of its own is told (`docs/kubernetes.md`). */
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
});
const copying = z.object({ ...store, PORT: port.prefault('8090') });

export type ServingConfig = z.infer<typeof serving>;
export type CopyingConfig = z.infer<typeof copying>;
type Environment = Record<string, string | undefined>;

export const servingConfig = (environment: Environment) => read(serving, environment);
export const copyingConfig = (environment: Environment) => read(copying, environment);

/** Throws with the names of what is missing or wrong, never with a value. */
function read<Config>(schema: z.ZodType<Config>, environment: Environment): Config {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const names = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  throw new Error(`Missing or not accepted: ${[...names].join(', ')}.`);
}
