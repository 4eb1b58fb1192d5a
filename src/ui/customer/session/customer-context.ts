import { createContext, use } from 'react';
import type { WebConfig } from '#contract/company/web-config.ts';
import type { CustomerClient } from './customer-client.ts';

export interface CustomerServices {
  config: WebConfig;
  client: CustomerClient;
  /** Who is signed in, by the cookie; for the server, which has no `document`. */
  person?: string | null;
}

export const CustomerContext = createContext<CustomerServices | null>(null);

/** The configuration and the API, made once in `customer-app.tsx`. */
export function useCustomer(): CustomerServices {
  const services = use(CustomerContext);
  if (!services) throw new Error('CustomerContext is missing');
  return services;
}
