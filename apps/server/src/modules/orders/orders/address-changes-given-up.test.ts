import type { DeliveryAddress } from '@keepsake/contracts/orders/delivery-address';
import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addCustomer } from '../../../testing/customers.ts';
import { startShopWorld } from '../../../testing/start-shop-world.ts';
import { retryEvents } from '../../exchange/event-delivery/index.ts';
import { giveUpAddressChange } from './index.ts';

const HOME = { name: 'Mia', streetName: 'Sea Road', streetNumber: '1', city: 'Hull', country: 'GB' };
const start = () => startShopWorld({ create: () => ({}), onGivenUp: giveUpAddressChange });
let world: Awaited<ReturnType<typeof start>>;
const now = new Date('2026-06-15T10:00:00Z');
const after = (days: number) => new Date(now.getTime() + days * 86_400_000);
beforeAll(async () => {
  world = await start();
});
afterAll(() => world.stop());

const address = { ...HOME, postalCode: 'HU1 1AA' };
const addressOf = async (customerId: CustomerId, code: string) =>
  (await world.call<Superorder>(customerId, 'GET', `/orders/v1/superorders/${code}`)).body.deliveryAddress;
async function ask(customerId: CustomerId, code: string, streetNumber: string): Promise<void> {
  const path = `/orders/v1/superorders/${code}/deliveryAddress`;
  const { status } = await world.call<DeliveryAddress>(customerId, 'PUT', path, { ...address, streetNumber });
  expect(status).toBe(200);
}

describe('an address change that could not be sent to production for days [ORD-09]', () => {
  test('has failed on every screen, is never sent again, and another one can be requested', async () => {
    const mia = await addCustomer(world.db);
    const changeable = { deliveryAddress: address, addressChangeableUntil: after(20).toISOString() };
    const code = await world.addOrder(mia, { deliveryType: 'Home', ...changeable });
    world.shop.isAway = true;
    await ask(mia, code, '2');
    for (let tries = 11; tries > 0; tries--) await world.deliver();
    expect(await addressOf(mia, code)).toMatchObject({ changeState: 'RequestSent', isUnreached: false });
    world.clock.now = after(5);
    const pushed = await world.listen(mia);
    await world.deliver();
    await vi.waitFor(() => expect(pushed).toMatchObject([{ data: { orderCodes: [code] } }]));
    expect(await addressOf(mia, code)).toMatchObject({
      streetNumber: '1',
      changeState: 'RequestFailed',
      requested: { streetNumber: '2' },
      isUnreached: true,
    });

    world.shop.isAway = false;
    expect(await retryEvents(world.db, 'all', after(5))).toBe(0);
    await ask(mia, code, '3');
    await world.deliver();
    expect(world.received).toMatchObject([{ data: { version: 3, address: { streetNumber: '3' } } }]);
    await world.report(code, 'address-accepted', { version: 3 });
    const taken = { streetNumber: '3', changeState: 'SuccessfulUpdate', isUnreached: false };
    expect(await addressOf(mia, code)).toMatchObject(taken);
  });
});
