// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  daysAgo,
  entry,
  makeOrder,
  makeProduct,
  open,
  orderAnswers,
  prepareOrders,
} from './orders.fixture.ts';

prepareOrders();
const PATH = '/orders/K-1';
const panel = async (name: string) => (await screen.findByRole('region', { name })) as HTMLElement;

describe('an order', () => {
  test('that is cancelled counts as paid if it was placed as paid or is refunded, and otherwise needs no payment [ORD-18]', async () => {
    const cancelledAfter = async (status: string, refunded = 0) => {
      const products = [makeProduct({ status: 'Cancelled', paymentChangedDate: null })];
      const timeline = [entry('placed', daysAgo(2), { status })];
      await open(PATH, orderAnswers(makeOrder({ status: 'Cancelled', products, timeline, refunded })));
      const text = (await panel('Payment')).textContent;
      cleanup();
      return text;
    };
    expect(await cancelledAfter('paymentSuccess')).toBe('PaymentPaid');
    expect(await cancelledAfter('processing', 475)).toBe('PaymentPaid');
    expect(await cancelledAfter('paymentPending')).toContain('nothing to pay');
  });

  test('that is not paid promises no delivery and offers no calendar; its day to pay may have passed', async () => {
    const days = { from: '2026-11-24', to: '2026-11-25' };
    const dates = { promised: days, expected: days, deliveredAt: null, changes: [] };
    const unpaid = { status: 'Received', promisedDelivery: days, expectedDelivery: days };
    await open(PATH, orderAnswers(makeOrder({ ...unpaid, unpaidUntil: daysAgo(1) }), dates));
    expect(await screen.findByText('This order was not paid by Saturday 21 November.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull();
    expect(screen.queryByText(/^Expected|^Promised/)).toBeNull();
  });

  test('that is unpaid links to the payment', async () => {
    const unpaid = {
      status: 'Received',
      unpaidUntil: '2026-12-20T12:00:00Z',
      paymentUrl: 'https://pay.example/1',
    };
    await open(PATH, orderAnswers(makeOrder(unpaid)));
    const pay = await screen.findByRole('link', { name: 'Pay now' });
    expect(pay.getAttribute('href')).toBe('https://pay.example/1');
    expect((await panel('Payment')).textContent).toContain('Not paid yet');
  });

  test('that is unpaid says who knows how to pay if the shop does not say where', async () => {
    await open(PATH, orderAnswers(makeOrder({ status: 'Received', unpaidUntil: '2026-12-20T12:00:00Z' })));
    const ask = await screen.findByRole('link', { name: 'Ask how to pay' });
    expect(ask.getAttribute('href')).toContain('orderCode=K-1');
    expect((await panel('Payment')).textContent).toContain('Customer care will tell you.');
  });

  test('that is unpaid asks for no payment once all of it is withdrawn from', async () => {
    const withdrawn = { declaredAt: daysAgo(1), isWhole: true, returnBy: null };
    for (const paymentUrl of ['https://pay.example/1', null]) {
      const unpaid = { status: 'Received', unpaidUntil: '2026-12-20T12:00:00Z', paymentUrl, withdrawn };
      await open(PATH, orderAnswers(makeOrder(unpaid)));
      const payment = await panel('Payment');
      expect(payment.textContent).toContain('This order was not paid and there is nothing to pay.');
      expect(payment.textContent).not.toContain('Customer care');
      expect(screen.queryByText(/^Please pay by/)).toBeNull();
      expect(screen.queryByRole('link', { name: /^Pay now|^Ask how to pay/ })).toBeNull();
      cleanup();
    }
  });
});
