import type { ViewedList } from '#contract/entities/saved-view.ts';
import { auditListing } from '#server/audit-log/audit-listing.ts';
import { statementListing } from '#server/bank-statements/statement-routes.ts';
import { findingListing } from '#server/cabinets/comparison/read-findings.ts';
import { clientListing } from '#server/clients/read-client.ts';
import { documentListing } from '#server/documents/read-document.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { mailListing } from '#server/mail/log/read-email.ts';
import { offerListing } from '#server/offer/read-offers.ts';
import { partnerListing } from '#server/partners/partner.ts';
import { paymentListing } from '#server/payments/list/read-payments.ts';
import { noticeListing } from '#server/payments/online/read-gateways.ts';
import { allLedgerListing } from '#server/payments/read-ledger.ts';
import { promoCodeListing } from '#server/promo-codes/promo-code.ts';
import { tariffListing } from '#server/tariffs/read-tariff.ts';
import { userListing } from '#server/users/read-user.ts';

type ListingDeps = Parameters<typeof clientListing>[0] &
  Parameters<typeof tariffListing>[0] &
  Parameters<typeof userListing>[0] &
  Parameters<typeof offerListing>[0] &
  Parameters<typeof documentListing>[0] &
  Parameters<typeof paymentListing>[0] &
  Parameters<typeof allLedgerListing>[0] &
  Parameters<typeof statementListing>[0] &
  Parameters<typeof auditListing>[0];

/** The list behind each saved view. */
export function viewListing(deps: ListingDeps, name: ViewedList): Listing<unknown> {
  const { db, defaultLocale } = deps;
  switch (name) {
    case 'tariffs':
      return tariffListing(deps);
    case 'clients':
      return clientListing(deps);
    case 'cabinets':
      return findingListing(db);
    case 'emails':
      return mailListing(deps);
    case 'users':
      return userListing(deps);
    case 'partners':
      return partnerListing(db, defaultLocale);
    case 'promo_codes':
      return promoCodeListing(db, defaultLocale);
    case 'offer':
      return offerListing(deps);
    case 'documents':
      return documentListing(deps);
    case 'payments':
      return paymentListing(deps);
    case 'ledger':
      return allLedgerListing(deps);
    case 'bank_statements':
      return statementListing(deps);
    case 'payment_notices':
      return noticeListing(db);
    case 'audit':
      return auditListing(deps);
  }
}
