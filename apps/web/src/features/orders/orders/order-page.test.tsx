// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import {
  daysAgo,
  entry,
  FAILURE,
  idOf,
  makeOrder,
  makeProduct,
  open,
  orderAnswers,
  ordersPush,
  prepareOrders,
} from './orders.fixture.ts';

prepareOrders();
const PATH = '/orders/K-1';
const ORDER = '/api/orders/v1/superorders/K-1';
const panel = async (name: string) => (await screen.findByRole('region', { name })) as HTMLElement;
const stepsShown = async () =>
  within(await panel('Progress'))
    .getAllByRole('listitem')
    .filter((item) => item.dataset.state)
    .map((item) => item.querySelector('p')?.textContent);
const address = {
  name: 'Anna Berger',
  streetName: 'Fernlea Road',
  streetNumber: '12',
  postalCode: 'SW12 9RT',
  city: 'London',
  country: 'GB',
};

describe('an order', () => {
  test('shows its steps: done, current and future, with time, place and note [RTE-20]', async () => {
    const timeline = [
      entry('placed', daysAgo(2)),
      entry('payment', daysAgo(1.9), { status: 'paymentSuccess' }),
      entry('status', daysAgo(1), { status: 'ProductionStarted', place: 'Leeds' }),
      entry('status', daysAgo(0.5), { status: 'delayed', note: 'A press is being repaired.' }),
      entry('moon-phase', daysAgo(0.4)),
    ];
    await open(PATH, orderAnswers(makeOrder({ timeline })));
    expect(await stepsShown()).toEqual([
      'Ordered (done)',
      'In production (current)',
      'Sent (upcoming)',
      'Delivered (upcoming)',
    ]);
    const text = (await panel('Progress')).textContent;
    for (const part of ['Payment received', '12:00 · Leeds', 'Leeds', 'A press is being repaired.'])
      expect(text).toContain(part);
    expect(text).not.toContain('moon');
    expect(document.querySelector('[aria-current="step"]')?.textContent).toContain('In production');
  });

  test('that is cancelled ends there, in red [ORD-18]', async () => {
    await open(PATH, orderAnswers(makeOrder({ status: 'Cancelled' })));
    expect(await stepsShown()).toEqual(['Ordered (done)', 'In production (done)', 'Cancelled (current)']);
    expect(screen.getAllByText('Cancelled')[0]?.dataset.status).toBe('Cancelled');
  });

  test('shows days in the shop’s time zone on any device, and names the zone if the device’s differs', async () => {
    vi.stubEnv('TZ', 'Australia/Sydney');
    const createdAt = '2026-06-15T22:30:00Z';
    await open(PATH, orderAnswers(makeOrder({ createdAt })));
    expect((await screen.findByText(/Ordered on/)).textContent).toContain('15 Jun 2026');
    expect((await panel('Progress')).textContent).toMatch(/15 Jun.*23:30 BST/);
    vi.unstubAllEnvs();
  });

  test('is called by its products, its number is small', async () => {
    const products = [makeProduct(), makeProduct({ code: 'FRA', title: 'Oak frame', quantity: 1 })];
    await open(PATH, orderAnswers(makeOrder({ products })));
    const name = '25 × Prints 10 × 15 cm, Oak frame';
    expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
    expect(screen.getByText(/^Order K-1 · /)).toBeTruthy();
  });

  test('says once when it comes if that is as promised', async () => {
    const days = { from: '2026-11-24', to: '2026-11-25' };
    const dates = { promised: days, expected: days, deliveredAt: null, changes: [] };
    await open(PATH, orderAnswers(makeOrder({ promisedDelivery: days, expectedDelivery: days }), dates));
    const { textContent } = await panel('Delivery');
    expect(textContent).toContain('Expected');
    expect(textContent).not.toMatch(/Promised|Now expected/);
  });

  test('says of each product that it has arrived, once its parcels have', async () => {
    const sent = { status: 'Dispatched' };
    const products = [makeProduct(sent), makeProduct({ code: 'FRA', title: 'Oak frame', ...sent })];
    const parcel = {
      parcelId: 'P1',
      carrier: null,
      trackingNumber: null,
      trackingUrl: null,
      collectBy: null,
      state: 'delivered' as const,
      stateSince: daysAgo(1),
      productCodes: ['FRA'],
    };
    await open(PATH, orderAnswers(makeOrder({ ...sent, products, parcels: [parcel] })));
    const rows = within(await panel('Products')).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => /Sent|Delivered/.exec(textContent ?? '')?.[0])).toEqual([
      'Sent',
      'Delivered',
    ]);
  });

  test('has no panel for a delivery about which nothing is known', async () => {
    await open(PATH, orderAnswers(makeOrder()));
    await panel('Progress');
    expect(screen.queryByRole('region', { name: 'Delivery' })).toBeNull();
  });

  test('shows promised beside expected dates, with the reason of each change [ORD-28]', async () => {
    const [promised, expected] = [
      { from: '2026-11-24', to: '2026-11-25' },
      { from: '2026-11-28', to: '2026-11-30' },
    ];
    const changes = [
      { delivery: expected, reason: 'high-demand' as const, note: 'Sorry!', changedAt: daysAgo(1) },
    ];
    await open(PATH, orderAnswers(makeOrder(), { promised, expected, deliveredAt: null, changes }));
    const text = (await panel('Delivery')).textContent;
    expect(text).toMatch(/Promised.*24.*25.*Now expected.*28.*30/);
    expect(text).toContain('Demand is high at the moment. Sorry!');
  });

  test('without a promise shows no dates [ORD-29]', async () => {
    await open(PATH, orderAnswers(makeOrder({ pickupPoint: { name: 'Kiosk', address, openingHours: [] } })));
    expect((await panel('Delivery')).textContent).not.toContain('Promised');
  });

  test('links from a product that is an online product to its pages [PDT-01]', async () => {
    const book = makeProduct({ code: 'K-1-BOOK', title: 'Photo book', isOnlineProduct: true });
    await open(PATH, orderAnswers(makeOrder({ products: [book, makeProduct()] })));
    const products = within(await panel('Products'));
    const [link, ...others] = products.getAllByRole('link', { name: 'View pages' });
    expect(link?.getAttribute('href')).toBe('/online-products/K-1-BOOK');
    expect(others).toEqual([]);
    expect(products.getAllByRole('link', { name: 'Share' })).toHaveLength(1);
  });

  test('shows products, discounts, voucher, tax and total in the order’s currency', async () => {
    const product = makeProduct({
      price: 1_200,
      netPrice: 1_000,
      vatRate: 20,
      discounts: [{ title: 'Spring', amount: 300 }],
      voucher: 'HELLO',
      voucherDetails: { title: 'Welcome', amount: 100, expiresAt: '2027-01-01T00:00:00Z' },
    });
    await open(
      PATH,
      orderAnswers(
        makeOrder({ products: [product], deliveryCharge: 390, total: 1_590, refunded: 200, currency: 'SEK' }),
      ),
    );
    const text = (await panel('Products')).textContent?.replaceAll('\u00a0', ' ');
    for (const part of [
      'Spring · -SEK 3.00',
      'HELLO · Welcome · -SEK 1.00 · valid until 31 Dec 2026',
      'DeliverySEK 3.90',
      'TotalSEK 15.90',
      'including 20% VATSEK 2.65',
      'Refunded-SEK 2.00',
    ])
      expect(text).toContain(part);
  });

  test('shows several lines with the same code, each with its own details', async () => {
    const warn = vi.spyOn(console, 'error');
    const line = (title: string) =>
      makeProduct({ title, discounts: [1, 2].map((amount) => ({ title: 'Spring', amount })) });
    await open(PATH, orderAnswers(makeOrder({ products: [line('Harbour'), line('Garden')] })));
    const text = (await panel('Products')).textContent;
    for (const part of ['Harbour', 'Garden']) expect(text).toContain(part);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  test('shows each parcel, with a tracking link in a new tab, or that it has none', async () => {
    const parcel = {
      parcelId: 'P1',
      carrier: 'Royal Mail',
      trackingNumber: 'RM1',
      trackingUrl: 'https://track.example/RM1',
      state: 'in-transit' as const,
      stateSince: daysAgo(0.2),
      collectBy: null,
      productCodes: null,
    };
    const bare = { ...parcel, parcelId: 'P2', carrier: null, trackingNumber: null, trackingUrl: null };
    await open(PATH, orderAnswers(makeOrder({ status: 'Dispatched', parcels: [parcel, bare] })));
    const link = await screen.findByRole('link', { name: /Track parcel RM1/ });
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      'https://track.example/RM1',
      '_blank',
      'noopener noreferrer',
    ]);
    expect((await panel('Delivery')).textContent).toContain('This parcel cannot be tracked');
  });

  test('shows its address, or the pick-up point with opening hours', async () => {
    const deliveryAddress = {
      ...address,
      changeState: 'NotStarted' as const,
      version: 1,
      changeableUntil: null,
      requested: null,
      refusal: null,
      isUnreached: false,
    };
    const { router } = await open(PATH, {
      ...orderAnswers(makeOrder({ deliveryAddress })),
      ...orderAnswers(
        makeOrder({
          orderCode: 'K-2',
          deliveryType: 'PickupPoint',
          pickupPoint: { name: 'Corner Shop', address, openingHours: ['Mo-Fr 9:00-18:00'] },
        }),
      ),
    });
    const lines = (await panel('Delivery')).querySelectorAll('address span');
    expect([...lines].map(({ textContent }) => textContent)).toEqual([
      'Anna Berger',
      '12 Fernlea Road',
      'London',
      'SW12 9RT',
      'United Kingdom',
    ]);
    await act(() => router.navigate({ to: '/orders/$orderCode', params: { orderCode: 'K-2' } }));
    expect(await screen.findByText('Corner Shop')).toBeTruthy();
    expect(screen.getByText('Mo-Fr 9:00-18:00')).toBeTruthy();
    expect(await stepsShown()).toContain('Collected (upcoming)');
  });

  test('says how it goes first, then where it arrives, on any width', async () => {
    const pickupPoint = { name: 'Kiosk', address, openingHours: [] };
    await open(PATH, orderAnswers(makeOrder({ pickupPoint })));
    await panel('Progress');
    const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(names.filter((name) => name !== 'Photos in this order')).toEqual([
      'Progress',
      'Delivery',
      'Products',
      'Payment',
    ]);
  });

  test('does not repeat its delivery address as that of its invoice', async () => {
    const deliveryAddress = {
      ...address,
      changeState: 'NotStarted' as const,
      version: 1,
      changeableUntil: null,
      requested: null,
      refusal: null,
      isUnreached: false,
    };
    await open(PATH, orderAnswers(makeOrder({ deliveryAddress, invoiceAddress: address })));
    expect((await panel('Payment')).textContent).toContain('Invoice addressSame as delivery address');
    cleanup();
    const other = { ...address, name: 'Ben Berger' };
    await open(PATH, orderAnswers(makeOrder({ deliveryAddress, invoiceAddress: other })));
    expect((await panel('Payment')).textContent).toContain('Ben Berger');
    cleanup();
    const collected = { pickupPoint: { name: 'Kiosk', address, openingHours: [] }, invoiceAddress: address };
    await open(PATH, orderAnswers(makeOrder(collected)));
    expect((await panel('Payment')).textContent).toContain('12 Fernlea Road');
  });

  test('shows the photos used, counts those deleted since, and says how long it keeps them', async () => {
    const photos = [
      { photoId: idOf(1), isInLibrary: true, pictureUrl: '/media/1' },
      { photoId: idOf(2), isInLibrary: false, pictureUrl: null },
      { photoId: idOf(3), isInLibrary: true, pictureUrl: null },
    ];
    await open(PATH, orderAnswers(makeOrder({ products: [makeProduct({ photos, photosCount: 6 })] })));
    const link = await screen.findByRole('link', { name: 'Photo 1 of this order' });
    expect(link.getAttribute('href')).toBe(`/my-photos/photos/preview/${idOf(1)}`);
    expect(screen.getByRole('link', { name: 'Photo 2 of this order' }).querySelector('img')).toBeNull();
    const text = (await panel('Photos in this order')).textContent;
    expect(text).toContain('1 photo is no longer in your library.');
    expect(text).toContain('and 3 more photos');
    expect(text).toContain('This order keeps your photos until 20 May 2028.');
  });

  test('that is late says so and until when, beside its status [ORD-19]', async () => {
    const promisedDelivery = { from: '2026-11-24', to: '2026-11-24' };
    const expectedDelivery = { from: '2026-11-26', to: '2026-11-26' };
    await open(PATH, orderAnswers(makeOrder({ promisedDelivery, expectedDelivery })));
    const headline = await screen.findByText(/^Delayed, now expected/);
    expect(headline.textContent).toBe('Delayed, now expected Thursday 26 November');
    expect(within(headline.closest('[role=status]') as HTMLElement).getByText('In production')).toBeTruthy();
  });

  test.each([
    ['is in production', {}, true],
    ['is not paid', { status: 'Received', unpaidUntil: '2026-12-20T12:00:00Z' }, false],
    [
      'waits to be collected',
      { status: 'Dispatched', collection: { place: null, until: null, since: daysAgo(1) } },
      false,
    ],
    ['is delivered', { status: 'Dispatched', deliveredAt: daysAgo(1) }, false],
    ['is cancelled', { status: 'Cancelled' }, false],
  ])('that %s: whether it offers to set a day by which it is needed', async (_what, changes, isOffered) => {
    const days = { from: '2026-11-24', to: '2026-11-25' };
    const dates = { promised: days, expected: days, deliveredAt: null, changes: [] };
    const pickupPoint = { name: 'Corner Shop', address, openingHours: [] };
    await open(PATH, orderAnswers(makeOrder({ ...changes, pickupPoint }), dates));
    await panel('Delivery');
    const button = screen.queryByRole('button', { name: 'Need it by a certain day?' });
    expect(button !== null).toBe(isOffered);
  });

  test('links to help with its code', async () => {
    await open(PATH, orderAnswers(makeOrder()));
    await userEvent.click(await screen.findByRole('link', { name: 'Get help with order K-1' }));
    expect(await screen.findByText(/This is about your order K-1\./)).toBeTruthy();
  });

  test('can be added to a calendar', async () => {
    const days = { from: '2026-11-24', to: '2026-11-25' };
    let saved: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved = blob as Blob;
      return 'blob:x';
    });
    await open(
      PATH,
      orderAnswers(makeOrder(), { promised: days, expected: days, deliveredAt: null, changes: [] }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Add to calendar' }));
    expect(await saved?.text()).toContain('DTSTART;VALUE=DATE:20261124\r\nDTEND;VALUE=DATE:20261126\r\n');
    vi.restoreAllMocks();
  });

  test('that does not exist, or is another customer’s, is not found [ORD-07]', async () => {
    await open(PATH, {});
    expect(await screen.findByText('Order not found')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Order K-1' })).toBeTruthy();
  });

  test('that fails to load shows the specified message and can be retried [ORD-06]', async () => {
    const answers = { ...orderAnswers(makeOrder()), [ORDER]: { status: 422, body: FAILURE.body } };
    await open(PATH, answers);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(
      'An error occurred loading this order, please contact us to report this issue.',
    );
    expect(alert.textContent).toContain('abcdef12');
    Object.assign(answers, orderAnswers(makeOrder()));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await panel('Progress')).toBeTruthy();
  });

  test('is shown with its own dates if the delivery dates cannot be loaded [ORD-28]', async () => {
    const days = { from: '2026-11-24', to: '2026-11-24' };
    const order = makeOrder({ promisedDelivery: days, expectedDelivery: days });
    await open(PATH, { ...orderAnswers(order), '/api/orders/OrderDeliveryDates/K-1': FAILURE });
    expect((await panel('Delivery')).textContent).toContain('24 November');
  });

  test('is reloaded on push, and nothing else is', async () => {
    const push = ordersPush();
    let wanted = 0;
    const answers = orderAnswers(makeOrder());
    const order = () => {
      wanted++;
      return { body: makeOrder(wanted === 1 ? {} : { status: 'Dispatched' }) };
    };
    await open(PATH, { ...answers, [ORDER]: order }, push);
    await panel('Progress');
    act(() => push.sayOrdersChanged('K-2'));
    act(() => push.sayOrdersChanged('K-1'));
    expect((await screen.findAllByText('Sent')).length).toBeGreaterThan(0);
    expect(wanted).toBe(2);
  });
});
