import { startInvoices } from './invoices.fixture.ts';

/** What happens to an order. */
export const SENT = { type: 'status', data: { status: 'Dispatched' } };
export const refunded = (amount: number) => ({ type: 'refunded', data: { amount } });

const address = { name: 'Mia', streetName: 'Kade', streetNumber: '4', postalCode: '2611 AA', city: 'Delft' };
/** Where Kiekhof, whose invoices are issued here, delivers an order. */
export const DUTCH = {
  channel: 'kiekhof',
  currency: 'EUR',
  deliveryAddress: { ...address, country: 'NL' },
};

export type IssuedOrder = Awaited<ReturnType<Awaited<ReturnType<typeof startIssuing>>['beginOrder']>>;

/** The invoices module, and orders whose invoices are issued here. */
export async function startIssuing() {
  const shop = await startInvoices();
  return {
    ...shop,
    /** What invoices are issued with, outside a job. */
    issuing: {
      db: shop.db,
      journal: shop.journal,
      objects: shop.objects,
      clock: () => shop.clock.now,
      isIssuing: () => true,
      isVatIdProven: async () => true,
      notifyCustomer: async () => null,
    },
    /** A new customer with a code for an order, which `place` reports. */
    async beginOrder() {
      const [customerId, orderCode] = [await shop.addCustomer(), shop.newCode()];
      return {
        customerId,
        orderCode,
        place: (changes: object = {}) => shop.order(customerId, orderCode, { ...DUTCH, ...changes }),
        report: (event: { type: string; data: object }) => shop.report(orderCode, event),
        issue: () => shop.run('issue-invoices', { customerId, orderCode }),
        invoices: async () => (await shop.list(customerId)).body.items,
      };
    },
  };
}
