import type { GatewayState, OnlineMethod } from '#contract/money/online-payment.ts';
import { type GatewayName, gatewayTraits } from '#contract/money/payment-gateway.ts';
import { type PaymentNotice, paymentNoticeEntity } from '#contract/entities/payment-notice.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { translate } from '#server/kernel/messages.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import type { OnlineDeps } from './online-deps.ts';
import { gatewayFigures, noticesByIds, noticeSource } from './online-store.ts';
import { noticeUrlOf } from './order.ts';

/** The ways to pay online, in the reader's language. */
export function onlineMethods(names: readonly GatewayName[], locale: Locale): OnlineMethod[] {
  return names.map((id) => ({
    id,
    title: gatewayTitle(id, locale),
    saves_cards: gatewayTraits[id].savesCards,
  }));
}

/** What payers know a gateway by. */
export function gatewayTitle(id: GatewayName, locale: Locale): string {
  return translate(locale, `onlinePayment.methods.${id}`);
}

/** The configured gateways as staff see them; no key is among it. */
export async function readGateways(
  { db, config }: Pick<OnlineDeps, 'db' | 'config'>,
  { locale }: Caller,
): Promise<GatewayState[]> {
  const { names } = config.payments;
  const figures = await gatewayFigures(db, names);
  return onlineMethods(names, locale).map((method) => {
    const known = figures.find(({ provider }) => provider === method.id);
    return {
      ...method,
      is_test: method.id === 'test',
      notice_url: noticeUrlOf(config, method.id),
      last_notice_at: known?.last_notice_at?.toISOString() ?? null,
      pending: known?.pending ?? 0,
      problems: known?.problems ?? 0,
    };
  });
}

/** Notices that credited nothing though they should have. */
export function noticeListing(db: Db): Listing<PaymentNotice> {
  return {
    name: 'payment_notices',
    source: () => noticeSource,
    rows: async (_caller, ids) =>
      inOrderOf(ids, await noticesByIds(db, ids)).map((row) => ({
        ...row,
        received_at: row.received_at.toISOString(),
      })),
    csv: fileColumnsOf(paymentNoticeEntity, {}),
  };
}
