import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { gatewayNames, noticeProblems } from '../money/payment-gateway.ts';
import { moment } from '../kernel/primitives.ts';
import { rowId } from '../kernel/common-fields.ts';

/** Every field of a gateway's notice that credited nothing though it should have, once, in the order of the list's file. */
export const paymentNoticeEntity = {
  id: rowId,
  received_at: { row: moment, list: { type: 'moment' }, csv: true },
  provider: { row: z.enum(gatewayNames), list: { type: 'enum', values: gatewayNames }, csv: true },
  problem: { row: z.enum(noticeProblems), list: { type: 'enum', values: noticeProblems }, csv: true },
  /** Minor units, as the notice has them. */
  amount: { row: z.int().nullable(), list: { type: 'money' }, csv: true },
  currency: { row: z.string().nullable(), list: { type: 'text' }, csv: true },
  client_id: { row: z.string().nullable(), list: { type: 'id' } },
  client_name: { row: z.string().nullable(), list: { type: 'text' }, csv: true },
  payment_id: { row: z.string().nullable(), list: { type: 'id' } },
  /** What the gateway was told that the payment is called. */
  reference: { row: z.string().nullable(), list: { type: 'text' }, csv: true },
  /** What the gateway calls it. */
  external_id: { row: z.string().nullable(), list: { type: 'text' }, csv: true },
  state: { row: z.string(), list: { type: 'text' }, csv: true },
} as const satisfies Entity;

export const paymentNotice = z.object(shapeOf(paymentNoticeEntity, 'row'));
export type PaymentNotice = z.infer<typeof paymentNotice>;

/** `GET admin/payment-notices` */
export const paymentNoticeList: ListSpec = { fields: listFieldsOf(paymentNoticeEntity), search: true };
