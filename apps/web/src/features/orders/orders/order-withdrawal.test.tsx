// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { entry, idOf, makeOrder, open, orderAnswers, prepareOrders } from './orders.fixture.ts';

prepareOrders();

describe('the right of withdrawal of an order', () => {
  const WITHDRAWAL = '/api/orders/v1/superorders/K-1/withdrawal';
  const frame = { code: 'FRAME', title: 'Oak frame' };
  const book = { code: 'BOOK', title: 'Book', right: { state: 'none', reason: 'personalised' } };
  const panel = () => screen.findByRole('region', { name: 'Right to cancel' });

  test('links to the withdrawal while a product is eligible, and says why others are not', async () => {
    const right = { state: 'open', days: 14, lastDay: '2026-12-01' };
    const products = [{ ...frame, right }, book];
    await open('/orders/K-1', {
      ...orderAnswers(makeOrder()),
      [WITHDRAWAL]: { body: { products, declarations: [] } },
    });
    const notified = await panel();
    expect(notified.textContent).toContain(
      'Oak frame: You can cancel the contract up to and including 1 December 2026.',
    );
    expect(notified.textContent).toContain('Book: Personalised for you');
    const link = within(notified).getByRole('link', { name: 'Cancel your contract here' });
    expect(link.getAttribute('href')).toBe('/withdrawal?orderCode=K-1');
  });

  test('shows previous declarations, and where goods are sent back', async () => {
    const returning = { returnTo: ['Pennyfern Ltd', 'Hull'], returnBy: '2026-12-04' };
    const what = { declaredAt: '2026-11-20T09:30:00Z', products: ['Oak frame'] };
    const declared = { withdrawalId: idOf(7), ...what, ...returning };
    const products = [{ ...frame, right: { state: 'declared' } }, book];
    await open('/orders/K-1', {
      ...orderAnswers(makeOrder()),
      [WITHDRAWAL]: { body: { products, declarations: [declared] } },
    });
    const notified = await panel();
    expect(notified.textContent).toContain('Cancellation received on 20 November 2026 at 09:30Oak frame');
    expect(notified.textContent).toContain(
      'send it back by 4 December 2026 to this address:Pennyfern Ltd\nHull',
    );
    expect(within(notified).queryByRole('link')).toBeNull();
  });

  test('once used is said by headline and progress, with the day for sending it back, and no delivery is promised', async () => {
    const withdrawn = { declaredAt: '2026-11-22T09:30:00Z', isWhole: true, returnBy: '2026-12-06' };
    const days = { from: '2026-11-24', to: '2026-11-26' };
    const order = makeOrder({ status: 'shipped', expectedDelivery: days, promisedDelivery: days, withdrawn });
    order.timeline.push(entry('withdrawal', withdrawn.declaredAt));
    await open('/orders/K-1', {
      ...orderAnswers(order, { promised: days, expected: days, deliveredAt: null, changes: [] }),
      [WITHDRAWAL]: { body: { products: [], declarations: [] } },
    });
    const status = (await screen.findByText(/· Cancellation received/)).closest('[role="status"]');
    expect(status?.textContent).toContain('Sent · Cancellation received');
    expect(status?.textContent).toContain(
      'The parcel is still on its way. Please send it back by Sunday 6 December.',
    );
    expect(screen.getByRole('list', { name: 'Progress' }).textContent).toContain('Cancellation received');
    expect(document.body.textContent).not.toContain('Expected');
    expect(screen.queryByRole('button', { name: /calendar/ })).toBeNull();
  });

  test('is not mentioned if the shop has not reported it', async () => {
    const products = [{ ...frame, right: { state: 'unknown' } }];
    await open('/orders/K-1', {
      ...orderAnswers(makeOrder()),
      [WITHDRAWAL]: { body: { products, declarations: [] } },
    });
    await screen.findByRole('region', { name: 'Payment' });
    expect(screen.queryByRole('region', { name: 'Right to cancel' })).toBeNull();
  });
});
