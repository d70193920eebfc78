// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Answers } from '#/app/screens.fixture.tsx';
import {
  daysAgo,
  FAILURE,
  LIST,
  listAnswer,
  makeOrder,
  makeOrders,
  makeProduct,
  open,
  orderAnswers,
  ordersPush,
  prepareOrders,
} from './orders.fixture.ts';

prepareOrders();
const list = (name: string) => screen.findByRole('region', { name });
const codesIn = async (name: string) =>
  (await within(await list(name)).findAllByRole('heading', { level: 3 })).map(
    (heading) => heading.textContent?.match(/K-\d+/)?.[0],
  );
const card = async (code: string) =>
  (await screen.findByRole('link', { name: new RegExp(`order ${code}\\)$`) })).closest('li') as HTMLElement;

describe('the orders', () => {
  test('are in two lists, in progress and history [RTE-19] [ORD-01] [ORD-03] [ORD-04] [ORD-05]', async () => {
    const sent = { status: 'Dispatched', statusSince: daysAgo(1) };
    const orders = [
      makeOrder({ orderCode: 'K-1' }),
      makeOrder({
        orderCode: 'K-2',
        ...sent,
        products: [makeProduct({ ...sent, paymentChangedDate: daysAgo(13) })],
      }),
      makeOrder({
        orderCode: 'K-3',
        ...sent,
        products: [makeProduct({ ...sent, paymentChangedDate: daysAgo(15) })],
      }),
      makeOrder({ orderCode: 'K-4', createdAt: daysAgo(31) }),
    ];
    await open('/orders', { [LIST]: listAnswer(orders) });
    expect(await codesIn('In progress')).toEqual(['K-1', 'K-2']);
    expect(await codesIn('History')).toEqual(['K-3', 'K-4']);
    expect(document.title).toBe('My orders · Pennyfern');
  });

  test('have a single placeholder list, so that a longer list does not shift another', async () => {
    const answer = Promise.withResolvers<void>();
    const all = listAnswer(makeOrders(50)) as (query: URLSearchParams) => { body: unknown };
    const answers: Answers = { [LIST]: (query) => answer.promise.then(() => all(query)) };
    await open('/orders', answers);
    await screen.findByRole('heading', { level: 1, name: 'My orders' });
    expect(within(screen.getByRole('main')).getAllByRole('list')).toHaveLength(1);
    expect(screen.queryByRole('heading', { name: /In progress|History/ })).toBeNull();
    answer.resolve();
    expect(await codesIn('History')).toHaveLength(10);
  });

  test('in progress that are finished stand last, under a heading of their own, and are counted there [ORD-03]', async () => {
    const orders = [
      makeOrder({ orderCode: 'K-1', status: 'Cancelled' }),
      makeOrder({ orderCode: 'K-2' }),
      makeOrder({ orderCode: 'K-3', deliveredAt: daysAgo(1) }),
    ];
    await open('/orders', { [LIST]: listAnswer(orders) });
    expect(await codesIn('In progress')).toEqual(['K-2', 'K-1', 'K-3']);
    const heading = screen.getByText('Recently finished');
    expect(heading.textContent).toBe('Recently finished 2');
    expect(within(heading.nextElementSibling as HTMLElement).getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getByRole('heading', { level: 2, name: 'In progress 1' })).toBeTruthy();
  });

  test('that are finished are counted over all pages of those in progress', async () => {
    const finished = { deliveredAt: daysAgo(1) };
    const orders = makeOrders(14).map((order, at) => (at < 11 ? { ...order, ...finished } : order));
    await open('/orders', { [LIST]: listAnswer(orders) });
    expect(await screen.findByRole('heading', { level: 2, name: 'In progress 3' })).toBeTruthy();
    expect(screen.getByText('Recently finished').textContent).toBe('Recently finished 11');
    expect(await codesIn('In progress')).toHaveLength(10);
  });

  test('are counted with their products [ORD-13]', async () => {
    const orders = [makeOrder({ products: [makeProduct(), makeProduct({ code: 'FRA_910' })] })];
    await open('/orders', { [LIST]: listAnswer(orders) });
    expect(await screen.findByText('1 order · 2 products')).toBeTruthy();
  });

  test('load a hundred at a time, the first shown before the rest, in pages of ten [ORD-23] [ORD-31]', async () => {
    const requested: string[] = [];
    const all = listAnswer(makeOrders(250), requested) as (query: URLSearchParams) => { body: unknown };
    let answerRest = () => undefined as unknown;
    const rest = new Promise<void>((resolve) => {
      answerRest = resolve;
    });
    const answers: Answers = {
      [LIST]: async (query) => {
        const answer = all(query);
        if (query.get('Offset') !== '0') await rest;
        return answer;
      },
    };
    const { router } = await open('/orders', answers);
    expect(await codesIn('In progress')).toHaveLength(10);
    expect((await codesIn('History'))[0]).toBe('K-31');
    expect(screen.getByText('250 orders · 250 products')).toBeTruthy();
    const pages = within(screen.getByRole('navigation', { name: 'Pages: History' }));
    expect(pages.getByRole('link', { name: 'Page 22' })).toBeTruthy();
    await act(async () => answerRest());
    await waitFor(() => expect(requested).toHaveLength(3));
    const query = (offset: number) => `Offset=${offset}&Limit=100&OrderState=notExpired`;
    expect(requested).toEqual([query(0), query(100), query(200)]);
    await userEvent.click(pages.getByRole('link', { name: 'Page 22' }));
    expect(router.state.location.search).toEqual({ history: 22 });
    expect((await codesIn('History')).at(-1)).toBe('K-250');
    expect(await codesIn('In progress')).toHaveLength(10);
  });

  test('each page has an address; a page that does not exist is the last [ORD-31]', async () => {
    await open('/orders?history=2&inProgress=99', { [LIST]: listAnswer(makeOrders(45)) });
    expect((await codesIn('History'))[0]).toBe('K-41');
    expect((await codesIn('In progress'))[0]).toBe('K-21');
  });

  test('say that the rest failed to load, and retry on request', async () => {
    const all = listAnswer(makeOrders(120)) as (query: URLSearchParams) => { body: unknown };
    let isDown = true;
    const answers: Answers = {
      [LIST]: (query) => (isDown && query.get('Offset') !== '0' ? FAILURE : all(query)),
    };
    await open('/orders?history=9', answers);
    expect((await screen.findByRole('alert')).textContent).toBe('We could not load any more.');
    expect(within(await list('History')).queryAllByRole('heading', { level: 3 })).toEqual([]);
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await codesIn('History')).at(-1)).toBe('K-120');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  test("without any it says 'You haven't ordered anything yet!' and what to do next [ORD-02]", async () => {
    await open('/orders', { [LIST]: listAnswer([]) });
    expect(await screen.findByText("You haven't ordered anything yet!")).toBeTruthy();
    const next = screen.getByRole('link', { name: 'Choose photos to print' });
    expect(next.getAttribute('href')).toBe('/my-photos/photos');
  });

  test('say that they could not be loaded, with a reference, and retry', async () => {
    const answers: Answers = { [LIST]: FAILURE };
    await open('/orders', answers);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('An error occurred loading your orders');
    expect(alert.textContent).toContain('abcdef12');
    answers[LIST] = listAnswer([makeOrder()]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await card('K-1')).toBeTruthy();
  });

  test('are updated by push', async () => {
    const push = ordersPush();
    const answers: Answers = { [LIST]: listAnswer([makeOrder()]) };
    await open('/orders', answers, push);
    await card('K-1');
    answers[LIST] = listAnswer([makeOrder({ orderCode: 'K-2' }), makeOrder()]);
    act(() => push.sayOrdersChanged('K-2'));
    expect(await card('K-2')).toBeTruthy();
  });

  test('in hundreds are updated one by one by push, and only reloaded for a new one', async () => {
    const push = ordersPush();
    const requested: string[] = [];
    const answers: Answers = { [LIST]: listAnswer(makeOrders(250), requested) };
    const { router } = await open('/orders?history=22', answers, push);
    expect(await card('K-250')).toBeTruthy();
    const changed = makeOrder({ orderCode: 'K-250', createdAt: daysAgo(249), status: 'Cancelled' });
    Object.assign(answers, orderAnswers(changed));
    act(() => push.sayOrdersChanged('K-250'));
    await waitFor(async () => expect((await card('K-250')).textContent).toContain('Cancelled'));
    expect(requested).toHaveLength(3);
    answers[LIST] = listAnswer([makeOrder({ orderCode: 'K-0' }), ...makeOrders(250)], requested);
    act(() => push.sayOrdersChanged('K-0'));
    await waitFor(() => expect(requested).toHaveLength(6));
    await act(() => router.navigate({ to: '/orders' }));
    expect(await card('K-0')).toBeTruthy();
  });
});

describe('a card', () => {
  test.each([
    ['Received', 'Awaiting payment', 'ORD-14'],
    ['Confirmed', 'Ordered', 'ORD-15'],
    ['ProductionStarted', 'In production', 'ORD-16'],
    ['ProductionCompleted', 'In production', 'ORD-16'],
    ['Dispatched', 'Sent', 'ORD-17'],
    ['Cancelled', 'Cancelled', 'ORD-18'],
    ['rejected', 'Cancelled', 'ORD-19'],
    ['on_hold', 'Ordered · On hold', 'ORD-19'],
    ['paymentFailed', 'Awaiting payment · Payment failed', 'ORD-19'],
    ['verification failed', 'Ordered · Could not be verified yet', 'ORD-19'],
    ['processing failed', 'Ordered · Could not be processed yet', 'ORD-19'],
    ['delayed', 'In production · Delayed', 'ORD-19'],
  ])('with status %s says %s [%s]', async (status, words) => {
    await open('/orders', { [LIST]: listAnswer([makeOrder({ status })]) });
    expect((await card('K-1')).querySelector('p')?.textContent).toBe(words);
  });

  test('of a parcel that waits says where and until when it can be collected, first in the list', async () => {
    const collection = { place: 'Corner shop', until: '2026-11-28', since: daysAgo(1) };
    const waiting = makeOrder({ orderCode: 'K-2', status: 'Dispatched', collection, createdAt: daysAgo(5) });
    await open('/orders', { [LIST]: listAnswer([makeOrder(), waiting]) });
    expect(await codesIn('In progress')).toEqual(['K-2', 'K-1']);
    expect((await card('K-2')).textContent).toContain(
      'Ready to collect at Corner shopPlease collect it by Saturday 28 November.',
    );
  });

  test.each([
    ['links to the page to pay on', '/demo-shop/payment?orderCode=K-1', 'Pay now', /payment\?orderCode=K-1$/],
    ['without such a page links to customer care', null, 'Ask how to pay', /orderCode=K-1/],
  ])('of an unpaid order %s', async (_what, paymentUrl, name, href) => {
    const unpaid = { status: 'Received', unpaidUntil: '2026-12-20T12:00:00Z', paymentUrl };
    await open('/orders', { [LIST]: listAnswer([makeOrder(unpaid), makeOrder({ orderCode: 'K-2' })]) });
    const link = within(await card('K-1')).getByRole('link', { name, description: /Prints 10 × 15 cm/ });
    expect(link.getAttribute('href')).toMatch(href);
    expect(within(await card('K-2')).getAllByRole('link')).toHaveLength(1);
  });

  test('draws a product without a picture by its type, and a parcel for that of another shop', async () => {
    const types = ['Print', 'PhotoBook', 'WallArt', 'Frame', 'Calendar', 'Card', 'Gift', 'Hologram', null];
    const orders = types.map((articleType, at) =>
      makeOrder({ orderCode: `K-${at + 1}`, products: [makeProduct({ articleType })] }),
    );
    await open('/orders', { [LIST]: listAnswer(orders) });
    const drawn = await Promise.all(
      types.map(async (_, at) => (await card(`K-${at + 1}`)).querySelector('svg path')?.getAttribute('d')),
    );
    expect(drawn).not.toContain(undefined);
    expect(new Set(drawn).size).toBe(8);
    expect(drawn[7]).toBe(drawn[8]);
  });

  test('shows date, products, price and picture, or a placeholder', async () => {
    const products = [
      makeProduct({ pictureUrl: '/media/a' }),
      makeProduct({ code: 'FRA', title: 'Oak frame', quantity: 1 }),
    ];
    await open('/orders', { [LIST]: listAnswer([makeOrder({ products, total: 123_450, currency: 'EUR' })]) });
    const { textContent } = await card('K-1');
    for (const part of ['20 Nov 2026', '25 × Prints 10 × 15 cm, Oak frame', '€1,234.50']) {
      expect(textContent).toContain(part);
    }
    const pictures = (await card('K-1')).querySelectorAll('img, svg');
    expect([...pictures].map((picture) => picture.getAttribute('src'))).toEqual(['/media/a/300', null]);
  });

  test.each([
    [
      'until when to pay',
      { status: 'Received', unpaidUntil: '2026-12-20T12:00:00Z' },
      'Please pay by Sunday 20 December.',
    ],
    ['when it comes', { expectedDelivery: { from: '2026-11-24', to: '2026-11-24' } }, 'Expected Tuesday'],
    [
      'that it is late, and when it comes instead',
      {
        promisedDelivery: { from: '2026-11-24', to: '2026-11-24' },
        expectedDelivery: { from: '2026-11-26', to: '2026-11-27' },
      },
      'Delayed, now expected Thu\u00a026\u00a0Nov\u00a0– Fri\u00a027\u00a0NovIn production',
    ],
    [
      'that it comes earlier',
      {
        promisedDelivery: { from: '2026-11-26', to: '2026-11-27' },
        expectedDelivery: { from: '2026-11-24', to: '2026-11-24' },
      },
      'In productionNew delivery date Tuesday 24 November',
    ],
    ['when it came', { status: 'Dispatched', deliveredAt: daysAgo(1) }, 'Delivered on 21 Nov 2026'],
    ['when it was cancelled', { status: 'Cancelled' }, 'Cancelled on 21 Nov 2026'],
  ])('shows %s', async (_what, changes, words) => {
    await open('/orders', { [LIST]: listAnswer([makeOrder(changes)]) });
    expect((await card('K-1')).textContent).toContain(words);
  });
});
