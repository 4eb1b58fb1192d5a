import type { Kysely } from 'kysely';
import type { FileAnswer } from '#contract/answers.ts';
import { paymentCode, type PaymentWay, type ProformaInput } from '#contract/proforma.ts';
import { type Variant, variants } from '#contract/variants.ts';
import { countOfAction, writeAudit } from '#server/audit/audit-store.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Caller, CustomerActor } from '#server/http/caller.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { Refused } from '#server/refused.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { addDays } from '#server/subscriptions/periods.ts';
import { clientById } from './client-store.ts';
import { proformaContent } from './proforma-content.ts';
import { proformaPdf } from './proforma-pdf.ts';

interface ProformaDeps {
  db: Kysely<Tables>;
  rateLimits: Pick<RateLimits, 'take'>;
  settings: SettingsService;
  variant: Variant;
  productName: string;
}

const action = 'client.proforma';
/** How long its payer may take, in days. */
const validDays = 14;
const mostAnHour = { count: 30, seconds: 3600 };

/**
 * How customers top up by bank transfer: the operator's account, and a proforma invoice to pay by.
 */
export function createProformaService(deps: ProformaDeps) {
  const { db, rateLimits, settings, variant, productName } = deps;
  const { currency, timeZone } = variants[variant];

  return {
    async paymentWay({ actor }: Caller<CustomerActor>): Promise<PaymentWay> {
      return wayOf(actor.id);
    },

    /** Refuses whoever makes too many: each is a page to typeset. */
    async beforeMake({ actor, now }: Caller<CustomerActor>): Promise<void> {
      await rateLimits.take(now, { key: `proforma:${actor.id}`, limit: mostAnHour });
    },

    /**
     * The invoice in the caller's language, numbered within the client and kept in the audit log.
     *
     * @throws Refused `company_details_missing`
     */
    async make(caller: Caller<CustomerActor>, { amount }: ProformaInput): Promise<FileAnswer> {
      const [{ company }, supportEmail, supportPhone] = await Promise.all([
        wayOf(caller.actor.id),
        settings.get('support_email'),
        settings.get('support_phone'),
      ]);
      if (!company) throw new Refused('company_details_missing');
      const { payer, number } = await db.transaction().execute(async (tx) => {
        const client = await clientById(tx, caller.actor.id, { lock: true });
        if (!client) throw new Refused('unauthorized');
        const before = await countOfAction(tx, { clientId: client.id, action });
        const next = `${paymentCode(client.id)}-${before + 1}`;
        await writeAudit(tx, caller, {
          action,
          subject: { type: 'client', id: client.id, name: client.name },
          clientId: client.id,
          changes: [
            { field: 'invoice', before: null, after: next },
            { field: 'amount', before: null, after: amount },
          ],
        });
        return { payer: client, number: next };
      });
      const content = proformaContent(
        {
          number,
          amount,
          payer,
          payee: company,
          issuedAt: caller.now,
          validUntil: addDays(caller.now, validDays, timeZone),
          supportEmail,
          supportPhone,
        },
        { locale: caller.locale, variant, product: productName, currency, timeZone },
      );
      return { name: `proforma-${number}.pdf`, content: await proformaPdf(content) };
    },
  };

  async function wayOf(clientId: string): Promise<PaymentWay> {
    const company = await settings.get('company_details');
    // Without an account there is nowhere to pay to, and without a name no bank takes the transfer.
    const isPayable = company.name !== '' && company.account !== '';
    return { company: isPayable ? company : null, code: paymentCode(clientId) };
  }
}
export type ProformaService = ReturnType<typeof createProformaService>;
