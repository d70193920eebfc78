export { useVoucherNotifications } from './queries.ts';
export { vouchersPart } from './usable-vouchers.tsx';
export { VoucherHint } from './voucher-hint.tsx';
export { useVoucherWords } from './voucher-words.ts';
export { VouchersPage } from './vouchers-page.tsx';
