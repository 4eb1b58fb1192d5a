import * as z from 'zod';
import { locale } from '../kernel/primitives.ts';
import { pageBranding } from './branding.ts';
import { variants, type Variant } from '../kernel/variants.ts';

/** `GET /config.json`: the configuration that the browser needs, at run time. */
export const webConfig = z.object({
  apiUrl: z.string(),
  productName: z.string(),
  logoName: z.string(),
  variant: z.enum(Object.keys(variants) as [Variant, ...Variant[]]), // `keys` loses the type
  locales: z.array(locale),
  defaultLocale: locale,
  currency: z.string(),
  timeZone: z.string(),
  cabinetPort: z.int(),
  registrationOpen: z.boolean(),
  /** Whether there is more than one public tariff: strangers then begin at `/tariffs`. */
  choosesTariff: z.boolean(),
  /** Who sells; empty before the company's details are entered. */
  seller: z.string(),
  readOnly: z.boolean(),
  resendIntervalSeconds: z.int(),
  supportEmail: z.string().nullable(),
  supportPhone: z.string().nullable(),
  branding: pageBranding,
  /** Where staff sign in by OpenID Connect; `only`: and not by passwords. */
  staffSignIn: z.object({ name: z.string(), only: z.boolean() }).nullable(),
});
export type WebConfig = z.infer<typeof webConfig>;
