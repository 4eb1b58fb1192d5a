import { type PaymentNotice, paymentNoticeList } from '#contract/entities/payment-notice.ts';
import { onlinePaymentApi } from '#contract/routes/online-payment.ts';
import { GatewayStates } from '#web/resources/payment-notices/gateway-states.tsx';
import { NoticeClient, NoticeProblemText } from '#web/resources/payment-notices/payment-notice-cells.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** The payment gateways, and their notices that credited nothing though they should have (GROWTH section 16). */
export const paymentNoticeResource = defineResource<PaymentNotice>({
  name: 'payment_notices',
  path: 'settings/payment-gateways',
  title: 'settings.payment-gateways.title',
  spec: paymentNoticeList,
  routes: { list: onlinePaymentApi.notices },
  list: { above: GatewayStates },
  csv: true,
  columns: [
    { field: 'received_at', shown: true, hasTime: true },
    { field: 'provider', shown: true },
    { field: 'problem', shown: true, cell: (notice) => <NoticeProblemText notice={notice} /> },
    { field: 'amount', shown: true },
    { field: 'currency', shown: true },
    { field: 'client_name', shown: true, isCut: true, cell: (notice) => <NoticeClient notice={notice} /> },
    { field: 'reference' },
    { field: 'external_id', shown: true },
    { field: 'state' },
  ],
  filters: [
    { field: 'problem', often: true },
    { field: 'provider', often: true },
    { field: 'client_name' },
    { field: 'reference' },
    { field: 'external_id' },
    { field: 'received_at', often: true, last: true },
  ],
});
