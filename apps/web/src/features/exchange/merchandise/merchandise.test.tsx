// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { type Answers, fakeSession, showApp } from '#/app/screens.fixture.tsx';
import { ALL_ON, answersOf, prepareScreens, press } from '#/features/library/albums/albums.fixture.ts';
import { learnServerTime } from '#/shared/server-time.ts';

prepareScreens();
afterEach(() => learnServerTime(new Date().toUTCString()));

const GROUPS = '/api/order-cut-off/v1/ArticleGroup';
const GRAPHQL = 'POST /api/merchandise/graphql';
const promise = 'to have it before Christmas';
const prints = { name: 'prints', title: 'Photo prints', articles: ['PAP_910'] };
const frames = { name: 'frames', title: 'Picture frames', articles: ['FRA_910'], cutOff: null };

/** The answer of a server whose clock shows `now`. */
const cutOffs = (orderBy: string, now: string) => ({
  date: new Date(now).toUTCString(),
  body: {
    timeZone: 'Europe/Vienna',
    now,
    articleGroups: [
      { ...prints, cutOff: { campaign: 'christmas', title: 'Christmas', promise, orderBy } },
      frames,
    ],
  },
});
const none = { Pages: null, Links: [], Sizes: [], Papers: [], Frames: [], Covers: [] };
const article = (more: object) => ({
  ...none,
  ID: 'PAP_910',
  ArticleType: 'Print',
  Title: 'Photo prints 10 × 15 cm',
  Visible: true,
  PageWidth: 150,
  PageHeight: 100,
  Price: 19,
  QuantitySteps: { Minimum: 1, Maximum: 99, Step: 1 },
  ...more,
});
const option = (Title: string, Surcharge = 0) => ({ ID: Title, Title, Surcharge });
const merchandise = (...Articles: object[]) => ({
  body: {
    data: {
      Channel: {
        ID: 'pennyfern',
        Vendor: { ID: 'pennyfern-gb', Locale: 'en-GB' },
        ShopUrl: '/demo-shop',
        Currency: 'GBP',
        Articles,
      },
    },
  },
});

const open = (path: string, answers: Answers, session = fakeSession('signed-in')) =>
  showApp({
    path,
    answers: { ...answersOf([]), ...answers },
    session,
    flags: ALL_ON,
    editorUrl: '/demo-shop',
  });

/** Opens a page that is still empty. The one after a deletion is only reached by way of the sign-out. */
function openEmpty(path: string, answers: Answers) {
  if (path !== '/account-deleted') return open(path, { ...noOrders, ...answers });
  const session = fakeSession('signed-out');
  session.takeNext.mockReturnValueOnce(path);
  return open('/logout', answers, session);
}
const noOrders: Answers = {
  '/api/orders/v2/superorders/me': { body: { orders: [], total: 0, productsCount: 0 } },
};

describe('the order cut-off', () => {
  test('shows the deadline in the channel’s time zone, and the remaining time by the server’s clock [CUT-02]', async () => {
    const answer = cutOffs('2026-12-14T11:00:00.000Z', '2026-12-11T10:00:00.000Z');
    await open('/orders', { ...noOrders, [GROUPS]: answer });
    const line = await screen.findByText(/^Order by Monday 14 December, 12:00/);
    expect(line.textContent).toMatch(/, to have it before Christmas$/);
    expect(line.getAttribute('datetime')).toBe('2026-12-14T11:00:00.000Z');
    expect(line.parentElement?.textContent).toMatch(/^Photo prints: .* · 3 days left$/);
    expect(line.closest('[aria-live], [role=status], [role=alert]')).toBeNull();
  });

  test('names the zone if the device’s clock differs', async () => {
    const { body, ...answer } = cutOffs('2026-12-14T11:00:00.000Z', '2026-12-11T10:00:00.000Z');
    const far = { ...answer, body: { ...body, timeZone: 'Pacific/Kiritimati' } };
    await open('/orders', { ...noOrders, [GROUPS]: far });
    expect(
      await screen.findByText(/^Order by Tuesday 15 December, 01:00 \(Line Islands Time\), to have it/),
    ).toBeTruthy();
  });

  test('disappears when it passes while the page is open', async () => {
    const answer = cutOffs('2026-12-14T11:00:00.000Z', '2026-12-14T10:59:58.000Z');
    await open('/orders', { ...noOrders, [GROUPS]: answer });
    expect(await screen.findByText(/less than a minute left/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/^Order by/)).toBeNull(), { timeout: 10_000 });
  });

  test('is absent if it cannot be loaded, while the page is still shown', async () => {
    await open('/orders', { ...noOrders, [GROUPS]: { status: 400, body: { code: 'x' } } });
    expect(await screen.findByText("You haven't ordered anything yet!")).toBeTruthy();
    expect(screen.queryByText(/^Order by/)).toBeNull();
  });
});

describe('the products', () => {
  const book = article({
    ID: 'BOOK',
    ArticleType: 'PhotoBook',
    Title: 'Photo book',
    Price: 2_499,
    Pages: { Included: 24, Maximum: 100, Step: 2, PricePerExtra: 45 },
    Covers: [option('Linen', 500), option('Hardcover', 100)],
  });

  test('shows the range by type, with prices and options [MER-02]', async () => {
    const print = article({ Papers: [option('Glossy'), option('Matt')] });
    const hidden = article({ ID: 'OLD', Title: 'Mug', Visible: false });
    await open('/help/products', { [GRAPHQL]: merchandise(print, book, hidden) });
    const kinds = await screen.findAllByRole('heading', { level: 2 });
    expect(kinds.map(({ textContent }) => textContent)).toEqual(['Photo prints', 'Photo books']);
    const cards = screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('heading'));
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      'Photo prints 10 × 15 cm£0.19Paper: Glossy, Matt',
      'Photo bookfrom £25.9924 to 100 pagesCover: Linen, Hardcover',
    ]);
    expect(screen.getByRole('link', { name: 'Go to the shop' }).getAttribute('href')).toBe('/demo-shop');
  });

  test('draws each type as itself, one that is not known as a parcel', async () => {
    const types = ['Print', 'Calendar', 'Gift', 'Balloon'];
    const articles = types.map((ArticleType) => article({ ID: ArticleType, ArticleType }));
    const drawingsOf = (items: HTMLElement[]) =>
      new Set(items.map((item) => item.querySelector('svg path')?.getAttribute('d')).filter(Boolean));
    await open('/help/products', { [GRAPHQL]: merchandise(...articles) });
    await screen.findAllByRole('heading', { level: 3 });
    const cards = screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('heading'));
    expect(drawingsOf(cards).size).toBe(types.length);
    cleanup();
    await openEmpty('/orders', { [GRAPHQL]: merchandise(...articles) });
    const sold = within(await screen.findByRole('list', { name: 'What you can order' }));
    expect(drawingsOf(sold.getAllByRole('listitem')).size).toBe(types.length);
  });

  test('sends the fixed GraphQL document for its own channel', async () => {
    const sent: unknown[] = [];
    await open('/help/products', {
      [GRAPHQL]: (_query, body) => {
        sent.push(body);
        return merchandise(book);
      },
    });
    await screen.findByText('Photo book');
    expect(sent).toEqual([
      { query: expect.stringMatching(/^query Channel/), variables: { ID: 'pennyfern' } },
    ]);
  });

  test.each(['/orders', '/account-deleted'])(
    'are listed with their prices on pages that are still empty: %s',
    async (path) => {
      const linked = { ...book, Links: [{ Relation: 'order', Url: 'https://shop.example/books' }] };
      await openEmpty(path, { [GRAPHQL]: merchandise(article({}), linked) });
      const sold = within(await screen.findByRole('list', { name: 'What you can order' }));
      const links = sold.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
      expect(links).toEqual([
        ['Photo printsfrom £0.19', '/help/products'],
        ['Photo booksfrom £25.99', 'https://shop.example/books'],
      ]);
    },
  );

  test.each([
    ['/orders', 'See our products'],
    ['/account-deleted', 'View products'],
  ])(
    'are the target of %s with "%s", instead of the shop, which requires an account [IDN-21]',
    async (path, name) => {
      await openEmpty(path, { [GRAPHQL]: merchandise(book) });
      expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/help/products');
    },
  );

  test('says if nothing is sold', async () => {
    await open('/help/products', { [GRAPHQL]: { body: { data: { Channel: null } } } });
    expect(await screen.findByText('Nothing is available at the moment.')).toBeTruthy();
  });

  test('says if they cannot be loaded, and retries', async () => {
    let answers = 0;
    await open('/help/products', {
      [GRAPHQL]: () => (answers++ === 0 ? { body: { errors: [{ message: 'x' }] } } : merchandise(book)),
    });
    expect(await screen.findByText('Our products could not be loaded.')).toBeTruthy();
    await press('Try again');
    expect(await screen.findByText('Photo book')).toBeTruthy();
  });
});
