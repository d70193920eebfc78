import { openShop } from '../shop.ts';
import { signInAt, test } from './test.ts';

test('sign in: leads to the requested page', async ({ tab, mia }) => {
  await signInAt(tab, '/settings', mia);
  await tab.sees(['heading', 'Settings']);
  await tab.isAt(/^\/settings$/);
});

test('orders: an order opens from the list, and Back returns to the list', async ({ tab, mia, request }) => {
  const orderCode = await openShop(request, mia.customerId).place();
  await signInAt(tab, '/orders', mia);
  await tab.press(['link', new RegExp(orderCode)]);
  await tab.sees(['region', 'Delivery']);
  await tab.back();
  await tab.isAt(/^\/orders$/);
  await tab.sees(['link', new RegExp(orderCode)]);
});
