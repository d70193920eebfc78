// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Answers } from '#/app/screens.fixture.tsx';
import {
  daysAgo,
  idOf,
  makeOrder,
  makeProduct,
  makeReorderStatus,
  open,
  orderAnswers,
  ordersPush,
  prepareOrders,
} from './orders.fixture.ts';

prepareOrders();

const STATUS = '/api/orders/reorder/status/K-1';
const PLACE = 'POST /api/orders/reorder';
const PAGE = '/orders/K-1/reorder';
const place = () => screen.findByRole('button', { name: 'Order with obligation to pay' });
const sent = { reorderId: idOf(9), requestedAt: daysAgo(0), state: 'sent' as const };
const wanted = { ...sent, orderCode: null, paymentUrl: null, refusal: null };

/** The answers for an order and its reorder status. */
const answersOf = (status = makeReorderStatus(), order = makeOrder()): Answers => ({
  ...orderAnswers(order),
  [STATUS]: { body: status },
});
/** Accepts presses of the button, and records their requests. */
function takePresses(answers: Answers) {
  const presses: string[] = [];
  answers[PLACE] = (query, _sent, key) => {
    presses.push(`${query.get('OrderCode')} ${query.get('Total')} ${key}`);
    answers[STATUS] = { body: makeReorderStatus({ obstacle: 'sent', reorders: [wanted] }) };
    return { body: { reorderId: wanted.reorderId, requestedAt: wanted.requestedAt } };
  };
  return presses;
}

describe('ordering again', () => {
  test('shows products, total, address, delivery time and withdrawal before the button [ORD-10]', async () => {
    const deliveryAddress = {
      name: 'Mia Holm',
      streetName: 'Fernlea Road',
      streetNumber: '12',
      city: 'London',
      country: 'GB',
      changeState: 'NotStarted' as const,
      version: 1,
      changeableUntil: null,
      requested: null,
      refusal: null,
      isUnreached: false,
    };
    const status = makeReorderStatus({ deliveryCharge: 390, total: 865, deliveryDays: { from: 3, to: 4 } });
    await open(PAGE, answersOf(status, makeOrder({ deliveryAddress })));
    await place();
    const products = screen.getByRole('region', { name: 'Products' });
    expect(products.textContent).toContain('Prints 10 × 15 cm');
    expect(products.textContent).toContain('£3.90');
    expect(products.textContent).toContain('If the price has gone up, your order will not go through');
    const delivery = screen.getByRole('region', { name: 'Delivery' });
    expect(delivery.textContent).toContain('3 to 4 days');
    expect(delivery.textContent).toContain('Fernlea Road');
    const withdrawal = screen.getByRole('region', { name: 'Right to cancel' });
    expect(withdrawal.textContent).toContain('within 14 days');
    expect((await place()).previousSibling?.textContent).toBe('Total with delivery£8.65');
  });

  test('is called by its products, its number is small', async () => {
    await open(PAGE, answersOf());
    const name = 'Order 25 × Prints 10 × 15 cm again';
    expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
    expect(screen.getByText('Order K-1')).toBeTruthy();
  });

  test('shows differences: photos, voucher, price, and what is no longer made [ORD-30]', async () => {
    const [product] = makeReorderStatus().products;
    if (!product) throw new Error('A reorder has a product');
    const voucher = { code: 'S10', title: 'Summer', hasEnded: true };
    const products = [
      { ...product, photosCount: 4, missingPhotosCount: 1, price: 575, voucher },
      { ...product, code: 'MUG', price: null, leftOut: 'not-sold' as const },
    ];
    const order = makeOrder({ products: [makeProduct(), makeProduct({ code: 'MUG', title: 'Mug' })] });
    await open(PAGE, answersOf(makeReorderStatus({ products, isPriceOfToday: true }), order));
    await place();
    const [prints, mug] = within(screen.getByRole('region', { name: 'Products' })).getAllByRole('listitem');
    expect(prints?.textContent).toContain('1 of its photos has since been deleted');
    expect(prints?.textContent).toContain('Voucher Summer no longer applies.');
    expect(prints?.textContent).toContain('£5.75');
    expect(prints?.textContent).toContain('previously £4.75');
    expect(mug?.textContent).toContain('This is no longer sold and will not be ordered again.');
    expect(screen.queryByText(/has not given us/)).toBeNull();
  });

  test('is sent once with the displayed total, however often it is pressed, and waits for the shop [ORD-10]', async () => {
    const answers = answersOf();
    const presses = takePresses(answers);
    const push = ordersPush();
    await open(PAGE, answers, push);
    const button = await place();
    await userEvent.dblClick(button);
    expect(await screen.findByText(/We have not accepted the order yet/)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('button', { name: /obligation/ })).toBeNull());
    expect(presses).toEqual([expect.stringMatching(/^K-1 475 \S+$/)]);

    const became = { ...wanted, state: 'ordered' as const, orderCode: 'K-2', paymentUrl: '/help/products' };
    answers[STATUS] = { body: makeReorderStatus({ reorders: [became], newOrderCodes: ['K-2'] }) };
    push.sayOrdersChanged('K-2', 'K-1');
    const link = await screen.findByRole('link', { name: 'Ordered again as K-2' });
    expect(link.getAttribute('href')).toBe('/orders/K-2');
    expect(screen.getByRole('link', { name: 'Pay now' }).getAttribute('href')).toBe('/help/products');
    expect(screen.queryByRole('button', { name: /obligation/ })).toBeNull();
  });

  test('shows the new total and asks again if it has changed meanwhile', async () => {
    const answers = answersOf();
    answers[PLACE] = () => {
      answers[STATUS] = { body: makeReorderStatus({ total: 999 }) };
      return { status: 409, body: { code: 'conflict', detail: 'The total has changed' } };
    };
    await open(PAGE, answers);
    await userEvent.click(await place());
    expect((await screen.findByRole('alert')).textContent).toContain('Something has changed');
    expect((await screen.findAllByText('£9.99')).length).toBe(2);
    const presses = takePresses(answers);
    await userEvent.click(await place());
    await screen.findByText(/have not accepted the order yet/);
    expect(presses).toEqual([expect.stringMatching(/^K-1 999 /)]);
  });

  test('reports that another tab was faster [ORD-10]', async () => {
    const answers = answersOf();
    answers[PLACE] = () => {
      answers[STATUS] = { body: makeReorderStatus({ obstacle: 'sent', reorders: [wanted] }) };
      return { status: 409, body: { code: 'conflict' } };
    };
    await open(PAGE, answers);
    await userEvent.click(await place());
    expect(await screen.findByText(/We have not accepted the order yet/)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('can be retried if it could not be sent', async () => {
    const answers = answersOf();
    answers[PLACE] = { status: 500, body: { code: 'unexpected' } };
    await open(PAGE, answers);
    await userEvent.click(await place());
    expect((await screen.findByRole('alert')).textContent).toContain('could not be sent');
    takePresses(answers);
    await userEvent.click(await place());
    expect(await screen.findByText(/have not accepted the order yet/)).toBeDefined();
  });

  test.each([
    ['not-offered', 'This order cannot be ordered again here.'],
    ['unpaid', 'This order has not been paid yet.'],
    ['nothing-left', 'Nothing in this order can be ordered again.'],
    ['account-blocked', 'Your account is blocked, so this is not possible. Please contact customer care.'],
  ] as const)('has no button when it is %s [ORD-30]', async (obstacle, words) => {
    await open(PAGE, answersOf(makeReorderStatus({ obstacle })));
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByRole('button', { name: /obligation/ })).toBeNull();
  });

  test('of an unknown order says so', async () => {
    await open(PAGE, {});
    expect((await screen.findByRole('alert')).textContent).toContain('Order not found');
  });
});

describe('the page of an order', () => {
  test('links to the reorder, and to the resulting order [ORD-10]', async () => {
    const became = { ...wanted, state: 'ordered' as const, orderCode: 'K-2' };
    const status = makeReorderStatus({ reorders: [became], newOrderCodes: ['K-2'] });
    const { router } = await open('/orders/K-1', answersOf(status));
    expect(await screen.findByRole('link', { name: 'Ordered again as K-2' })).toBeDefined();
    await userEvent.click(screen.getByRole('link', { name: 'Order again' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(PAGE));
  });

  test('shows a waiting or refused reorder, and offers none where reorders are not accepted', async () => {
    const refusal = 'The book is being redesigned.';
    const refused = { ...wanted, state: 'refused' as const, refusal };
    const answers = answersOf(makeReorderStatus({ reorders: [refused] }));
    const push = ordersPush();
    await open('/orders/K-1', answers, push);
    expect(await screen.findByText(refusal)).toBeDefined();
    answers[STATUS] = { body: makeReorderStatus({ obstacle: 'sent', reorders: [wanted] }) };
    push.sayOrdersChanged('K-1');
    expect(await screen.findByText(/have not accepted the order yet/)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Order again' })).toBeNull();
    answers[STATUS] = { status: 500, body: { code: 'unexpected' } };
    push.sayOrdersChanged('K-1');
    await waitFor(() => expect(screen.queryByText(/have not accepted the order yet/)).toBeNull());
    expect(screen.getByText(/^Order K-1/)).toBeDefined();
  });
});
