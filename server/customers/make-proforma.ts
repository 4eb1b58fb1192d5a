import { takeUses } from '#server/auth/rate-limit-store.ts';
import type { FileAnswer } from '#contract/http/answers.ts';
import { paymentCode, type PaymentWay, type ProformaInput } from '#contract/money/proforma.ts';
import { auditClient, countOfAction } from '#server/audit-log/audit-store.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { addDays } from '#server/kernel/periods.ts';
import { requireCustomer } from './customer-account.ts';
import type { CustomerDeps } from './customer-deps.ts';
import { proformaContent } from './proforma-content.ts';
import { proformaPdf } from './proforma-pdf.ts';

const action = 'client.proforma';
/** How many days an invoice is valid. */
const validDays = 14;
const mostAnHour = { count: 30, seconds: 3600 };

/** How customers top up by bank transfer: the operator's account, and the code to write into the transfer. */
export async function readPaymentWay(
  { settings, onlineMethods }: CustomerDeps,
  { actor, locale }: CustomerCaller,
): Promise<PaymentWay> {
  const company = await settings.get('company_details');
  // A transfer needs an account, and banks want a name.
  const isPayable = company.name !== '' && company.account !== '';
  return { company: isPayable ? company : null, code: paymentCode(actor.id), methods: onlineMethods(locale) };
}

/** Refuses too many at once, because each page takes time to make. */
export function beforeProforma({ db }: CustomerDeps, { actor, now }: CustomerCaller): Promise<void> {
  return takeUses(db, now, [{ key: `proforma:${actor.id}`, limit: mostAnHour }]);
}

/**
 * Makes the invoice in the caller's language, numbered per client and recorded in the audit log.
 * @throws AppError `company_details_missing`
 */
export async function makeProforma(
  deps: CustomerDeps,
  caller: CustomerCaller,
  { amount }: ProformaInput,
): Promise<FileAnswer> {
  const { settings, variant, currency, timeZone } = deps;
  const [{ company }, supportEmail, supportPhone] = await Promise.all([
    readPaymentWay(deps, caller),
    settings.get('support_email'),
    settings.get('support_phone'),
  ]);
  if (!company) throw new AppError('company_details_missing');
  return deps.db.transaction().execute(async (tx) => {
    const client = await requireCustomer(tx, caller.actor, { lock: true });
    const before = await countOfAction(tx, { clientId: client.id, action });
    const number = `${paymentCode(client.id)}-${before + 1}`;
    const changes = [
      { field: 'invoice', before: null, after: number },
      { field: 'amount', before: null, after: amount },
    ];
    await auditClient(tx, caller, client, { action, changes });
    // Before the commit: an invoice that can't be made gets no number.
    const content = proformaContent(
      {
        number,
        amount,
        payer: client,
        payee: company,
        issuedAt: caller.now,
        validUntil: addDays(caller.now, validDays, timeZone),
        supportEmail,
        supportPhone,
      },
      { locale: caller.locale, variant, product: deps.productName, currency, timeZone },
    );
    return { name: `proforma-${number}.pdf`, content: await proformaPdf(content) };
  });
}
