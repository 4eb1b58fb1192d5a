import { createContext, use } from 'react';
import type { OwnSubscription } from '#contract/clients/subscription.ts';

interface Account {
  subscription: OwnSubscription;
  /** Loads it again. */
  again(): void;
  replace(subscription: OwnSubscription): void;
}

export const AccountContext = createContext<Account | null>(null);

/** The subscription, which every page of the account shows in part. */
export function useAccount(): Account {
  const account = use(AccountContext);
  if (!account) throw new Error('AccountContext is missing');
  return account;
}
