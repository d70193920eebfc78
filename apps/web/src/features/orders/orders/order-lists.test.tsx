// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Answers } from '#/app/screens.fixture.tsx';
import {
  daysAgo,
  entry,
  FAILURE,
  LIST,
  listAnswer,
  makeOrder,
  makeOrders,
  makeProduct,
  open,
  orderAnswers,
  prepareOrders,
} from './orders.fixture.ts';

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

test('what follows a payment day is on the page of the order, not in the list', async () => {
  const unpaid = { orderCode: 'K-1', status: 'Received', unpaidUntil: daysAgo(-10) };
  await open('/orders', { [LIST]: listAnswer([makeOrder(unpaid)]) });
  expect((await screen.findByText(/^Please pay by/)).textContent).not.toContain('no longer appear');
  cleanup();
  await open('/orders/K-1', orderAnswers(makeOrder(unpaid)));
  expect((await screen.findByText(/^Please pay by/)).textContent).toContain('no longer appear');
});

test('an order of which some is cancelled says what, in red [ORD-18]', async () => {
  const frame = makeProduct({ code: 'FRA', title: 'Oak frame', status: 'cancelled' });
  const some = makeOrder({ products: [makeProduct(), frame] });
  const whole = makeOrder({ orderCode: 'K-2', status: 'Cancelled', products: [frame] });
  await open('/orders', { [LIST]: listAnswer([some, whole]) });
  const words = await screen.findAllByText('Cancelled');
  expect(words.map(({ dataset, parentElement }) => [dataset.status, parentElement?.textContent])).toEqual([
    ['Cancelled', 'Cancelled · Oak frame'],
    ['Cancelled', 'Cancelled'],
  ]);
});

test('a press on the next page leads to the heading of its list; Back does not [ORD-05] [ORD-31]', async () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { router } = await open('/orders', { [LIST]: listAnswer(makeOrders(75)) });
  const pages = within(await screen.findByRole('navigation', { name: 'Pages: History' }));
  await userEvent.click(pages.getByRole('link', { name: 'Next page' }));
  const heading = await screen.findByRole('heading', { level: 2, name: /^History/ });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(scrollIntoView.mock.contexts).toEqual([heading]);
  act(() => router.history.back());
  await waitFor(() => expect(pages.getByRole('link', { current: 'page' }).textContent).toBe('1'));
  expect(scrollIntoView).toHaveBeenCalledTimes(1);
});

test('offline, a page that could not be loaded says that it appears once connected, and then does', async () => {
  const answers: Answers = { [LIST]: FAILURE };
  onlineManager.setOnline(true);
  await open('/orders', answers);
  await screen.findByRole('button', { name: 'Try again' });
  act(() => onlineManager.setOnline(false));
  expect(screen.getByText('This will appear here once you are connected again.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  answers[LIST] = listAnswer(makeOrders(1));
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByRole('link', { name: /Prints/ })).toBeTruthy();
});

test('names no zone for a moment of another year, and sets no comma after its weekday', async () => {
  vi.stubEnv('TZ', 'Australia/Sydney');
  const timeline = [entry('placed', '2025-04-13T23:08:00Z', { status: 'paymentSuccess' })];
  await open('/orders/K-1', orderAnswers(makeOrder({ createdAt: '2025-04-13T23:08:00Z', timeline })));
  const progress = (await screen.findByRole('list', { name: 'Progress' })).textContent;
  expect(progress).toContain('Mon 14 Apr 2025, 00:08');
  expect(progress).not.toContain('BST');
  vi.unstubAllEnvs();
});
