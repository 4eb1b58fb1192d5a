import type { OnlineMethod } from '#contract/money/online-payment.ts';
import type { PasskeyDeps } from '#server/accounts/account-deps.ts';
import type { StartDeps } from '#server/cabinets/cabinet-deps.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import type { Locale, Variant } from '#contract/kernel/variants.ts';

/** What the sign-in and the account pages of customers need. */
export interface CustomerDeps extends PasskeyDeps, Omit<StartDeps, keyof PasskeyDeps> {
  subscriptions: SubscriptionDeps;
  timeZone: string;
  urlOf(domain: string | null): string | null;
  variant: Variant;
  currency: string;
  defaultLocale: Locale;
  /** The ways to pay online, in a language. */
  onlineMethods(locale: Locale): OnlineMethod[];
  /** No answer may tell who has an account. */
  strictDisclosure: boolean;
}
