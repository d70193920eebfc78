// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { daysAgo, LIST, listAnswer, makeOrders, open, prepareOrders } from './orders.fixture.ts';

prepareOrders();

test('a page of those in progress with finished ones alone has their heading alone [ORD-03]', async () => {
  const finished = { deliveredAt: daysAgo(1) };
  const orders = makeOrders(13).map((order, at) => (at < 3 ? { ...order, ...finished } : order));
  await open('/orders?inProgress=2', { [LIST]: listAnswer(orders) });
  expect(await screen.findByRole('heading', { level: 2, name: 'Recently finished 3' })).toBeTruthy();
  const list = within(screen.getByRole('region', { name: 'In progress' }));
  expect(list.getAllByRole('heading', { level: 3 })).toHaveLength(3);
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
});

test.each([
  ['/orders', 1, 1],
  ['/orders?history=3', 1, 3],
  ['/orders?inProgress=2', 2, 1],
  ['/orders?inProgress=3&history=1', 3, 1],
])('%s marks one page of each list as the current one [ORD-31]', async (address, inProgress, history) => {
  await open(address, { [LIST]: listAnswer(makeOrders(75)) });
  for (const [name, page] of Object.entries({ 'In progress': inProgress, History: history })) {
    const links = within(await screen.findByRole('navigation', { name: `Pages: ${name}` }));
    const current = links.getAllByRole('link', { current: 'page' });
    expect(current.map((link) => link.getAttribute('aria-label'))).toEqual([`Page ${page}`]);
  }
});
