import { Link } from 'react-router';
import { type Payment, type PaymentDetails, paymentList } from '#contract/entities/payment.ts';
import { paymentApi } from '#contract/routes/payment.ts';
import { PaymentState } from '#web/resources/payments/payment-cells.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { defineResource, showPath } from '#web/ui/admin/resource/define-resource.ts';

/** Money that came, by whatever way: bank lines, online payments, top-ups by hand (GROWTH section 16). */
export const paymentResource = defineResource<Payment, PaymentDetails>({
  name: 'payments',
  path: 'money/payments',
  spec: paymentList,
  routes: { list: paymentApi.payments, one: paymentApi.payment },
  show: async () => (await import('./payment-show.tsx')).paymentShow,
  titleField: 'amount',
  csv: true,
  columns: [
    { field: 'value_date', shown: true },
    {
      field: 'amount',
      shown: true,
      cell: ({ amount, currency }) => <Money minorUnits={amount} currency={currency} />,
    },
    { field: 'status', shown: true, leads: true, cell: ({ status }) => <PaymentState status={status} /> },
    { field: 'method', shown: true },
    {
      field: 'client_name',
      shown: true,
      isCut: true,
      cell: ({ client }) =>
        client && <Link to={showPath({ name: 'clients' }, client.id)}>{client.name}</Link>,
    },
    {
      field: 'document_number',
      shown: true,
      cell: ({ document }) =>
        document && <Link to={showPath({ name: 'money/documents' }, document.id)}>{document.number}</Link>,
    },
    { field: 'payer_name', shown: true },
    { field: 'purpose' },
    { field: 'refunded' },
    { field: 'provider' },
    { field: 'created_by_name' },
    { field: 'reason' },
    { field: 'external_id' },
    { field: 'created_at' },
  ],
  filters: [
    { field: 'status', often: true },
    { field: 'method', often: true },
    { field: 'provider' },
    { field: 'amount', often: true },
    { field: 'client_name' },
    { field: 'payer_name' },
    { field: 'refunded' },
    { field: 'value_date', often: true, last: true },
    { field: 'created_at', last: true },
    { field: 'client_id', byLink: true },
    { field: 'document_id', byLink: true },
    { field: 'statement_id', byLink: true },
  ],
});
