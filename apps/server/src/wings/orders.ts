import type { Config } from '../config/config.ts';
import { isVatIdProven } from '../modules/account/business/index.ts';
import { findChannel } from '../modules/frame/channels/index.ts';
import { createInvoices } from '../modules/orders/invoices/index.ts';
import {
  createOrders,
  giveUpAddressChange,
  type IsOnlineProductSql,
  type JudgeNeededDates,
} from '../modules/orders/orders/index.ts';
import { createReorders, giveUpReorder } from '../modules/orders/reorders/index.ts';
import { createVouchers } from '../modules/orders/vouchers/index.ts';
import { createWithdrawals, readWithdrawn } from '../modules/orders/withdrawals/index.ts';
import type { Platform } from '../platform/platform.ts';
import { callSlot, createSlot } from '../platform/slot.ts';
import type { ExchangeWing } from './exchange.ts';
import type { LibraryWing } from './library.ts';

export type OrdersWing = ReturnType<typeof createOrdersWing>;

/** What customers ordered: orders and their life, invoices, vouchers, reorders and withdrawals. */
export function createOrdersWing(
  config: Config,
  platform: Platform,
  { extendStorage, isLibraryHidden }: Pick<LibraryWing, 'extendStorage' | 'isLibraryHidden'>,
  { merchandise, sentFiles, eventDelivery, slots: { onGivenUp } }: ExchangeWing,
) {
  const { publicUrl } = config;
  const slots = createSlots();
  const parts = { ...platform, ...eventDelivery, sentFiles, publicUrl, isLibraryHidden };
  const vouchers = createVouchers(parts);
  const invoices = createInvoices({
    ...parts,
    isIssuing: (id) => findChannel(id)?.legal.invoices === 'issue',
    isVatIdProven: (customerId, vatId) => isVatIdProven(platform.db, customerId, vatId),
  });
  const orders = createOrders({
    ...parts,
    prepared: platform.connection.prepared,
    articlesOf: merchandise.articlesOf,
    extendStorage,
    judgeNeededDates: callSlot(slots.judgeNeededDates),
    isOnlineProductSql: callSlot(slots.isOnlineProductSql),
    readWithdrawn: (customerId, rows) => readWithdrawn(platform.connection.prepared, customerId, rows),
    onSent: invoices.followOrder,
    isUninvoiceable: invoices.isUninvoiceable,
  });
  onGivenUp.fill(
    async (trx, event) =>
      (await giveUpReorder(platform, trx, event)) || (await giveUpAddressChange(platform, trx, event)),
  );
  return {
    modules: [vouchers, orders, createReorders(parts), createWithdrawals(parts), invoices],
    orders,
    vouchers,
    invoices,
    slots,
  };
}

/** What later wings give this one. */
const createSlots = () => ({
  judgeNeededDates: createSlot<JudgeNeededDates>('the judge of needed dates'),
  isOnlineProductSql: createSlot<IsOnlineProductSql>('what tells online products'),
});
