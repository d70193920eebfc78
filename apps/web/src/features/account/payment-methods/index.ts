export { DemoPaymentsPage } from './demo-payments-page.tsx';
export { PaymentMethodPage } from './payment-method-page.tsx';
export { paymentGroup, usePaymentNotifications } from './queries.tsx';
