// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { type Answers, showApp } from '#/app/screens.fixture.tsx';
import { ALL_ON, API, answersOf, prepareScreens, press } from '#/features/library/albums/albums.fixture.ts';
import { idOf, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { forgetActions } from '#/features/library/photos/photo-actions.fixture.ts';
import { storageAccount } from '#/features/library/retention/storage-account.fixture.ts';

prepareScreens();
afterEach(forgetActions);

const SELECTION = idOf(7_000);
const PATH = `/demo-shop?tempSelectionId=${SELECTION}&productCode=PAP_910&channel=pennyfern`;
const SELECTED = `/api/temp-selections/temp-selections/${SELECTION}`;
const ORDERS = 'POST /api/orders/demo-shop/orders';
const quantity = { minimum: 1, maximum: 99, step: 1 };
const papers = {
  group: 'papers',
  options: [
    { id: 'glossy', title: 'Glossy', surcharge: 0 },
    { id: 'matt', title: 'Matt', surcharge: 3 },
  ],
};
const products = [
  { code: 'PAP_900', width: 90, height: 60, price: 9, quantity, options: [] },
  { code: 'PAP_910', width: 150, height: 100, price: 19, quantity, options: [papers] },
  { code: 'PAP_945', width: 450, height: 300, price: 499, quantity, options: [] },
];
const frames = [{ code: 'FRA_910', width: 150, height: 100, price: 899, quantity, options: [] }];
const address = { name: 'Anna Berger', streetName: 'Fernlea Road', city: 'London', country: 'GB' };
const point = { name: 'Corner Shop', address, openingHours: [] };
const delivery = { home: { charge: 399, address }, pickupPoint: { charge: 249, point } };
/** Enough pixels for a small print, too few for a large one. */
const two = makePhotos(0, 2).map((photo) => ({ ...photo, visibleWidth: 1_600, visibleHeight: 1_200 }));

const shopAnswers = (): Answers => ({
  ...answersOf(two),
  [SELECTED]: { body: { photoIds: two.map(({ imageId }) => imageId) } },
  '/api/orders/demo-shop': { body: { currency: 'GBP', products, frames, books: [], delivery } },
  ...Object.fromEntries(two.map((photo) => [`${API}/photos/${photo.imageId}`, { body: photo }])),
});

const flags = { ...ALL_ON, ReactivationEnabled: ['*'] };
const openShop = (answers: Answers = shopAnswers(), editorUrl = '/demo-shop', path = PATH) =>
  showApp({ path, answers, flags, editorUrl });

describe('the demo shop', () => {
  test('opens the selection with PAP_910 chosen, and says what it is [PRT-07, PRT-10]', async () => {
    await openShop();
    expect(await screen.findByText('Demo shop')).toBeTruthy();
    const chosen = await screen.findByRole<HTMLInputElement>('radio', { name: /10 × 15 cm/ });
    expect([chosen.checked, chosen.value]).toEqual([true, 'PAP_910']);
    expect(await screen.findAllByRole('img', { name: /\.jpg$/ })).toHaveLength(2);
    expect(screen.getByText('2 prints')).toBeTruthy();
    expect(screen.getByText('£0.38')).toBeTruthy();
    expect(screen.getByText('£4.37')).toBeTruthy();
  });

  test('sells frames to customers without selected photos, once per press [RET-10]', async () => {
    const sent: unknown[] = [];
    const keys: (string | null)[] = [];
    const answers = shopAnswers();
    answers[ORDERS] = (_query, body, key) => {
      sent.push(body);
      keys.push(key);
      return { body: { orderCode: 'DEMO-2' } };
    };
    await openShop(answers, '/demo-shop', '/demo-shop');
    expect(await screen.findByRole('heading', { name: 'Picture frames' })).toBeTruthy();
    await press('More frames');
    expect(screen.getByText('2 frames')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: /pick-up point\s*Corner Shop, London/ }));
    expect(screen.getByText('£20.47')).toBeTruthy();
    await userEvent.dblClick(screen.getByRole('button', { name: 'Order with obligation to pay' }));
    expect(await screen.findByText('Your order DEMO-2 has been placed.')).toBeTruthy();
    const frame = {
      channel: 'pennyfern',
      productCode: 'FRA_910',
      quantity: 2,
      options: {},
      deliveryType: 'PickupPoint',
    };
    expect(sent).toEqual([frame]);
    expect(keys).toEqual([expect.any(String)]);
  });

  test('warns of photos that are too small for the size', async () => {
    await openShop();
    expect(await screen.findAllByText('Sharp')).toHaveLength(2);
    await userEvent.click(screen.getByRole('radio', { name: /30 × 45 cm/ }));
    expect(screen.getAllByText('Too few pixels')).toHaveLength(2);
    expect(screen.getByText('2 photos have too few pixels for this size and may look blurred.')).toBeTruthy();
  });

  test('places the displayed order, and confirms it [PRT-10]', async () => {
    const sent: unknown[] = [];
    const answers = shopAnswers();
    answers[ORDERS] = (_query, body) => {
      sent.push(body);
      return { body: { orderCode: 'DEMO-1' } };
    };
    answers['/api/storage/status'] = { body: storageAccount };
    const { router } = await openShop(answers);
    await press('More prints');
    expect(screen.getByText('4 prints')).toBeTruthy();
    expect(screen.getByText('£0.76')).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Paper' }), 'Matt (+ £0.03)');
    expect(screen.getByText('£0.88')).toBeTruthy();
    await press('Order with obligation to pay');
    expect(await screen.findByRole('heading', { name: 'Thank you for your order' })).toBeTruthy();
    expect(screen.getByText('Your order DEMO-1 has been placed.')).toBeTruthy();
    expect(await screen.findByText('Your photos are now kept until 15 December 2027.')).toBeTruthy();
    const order = { tempSelectionId: SELECTION, channel: 'pennyfern', productCode: 'PAP_910', quantity: 2 };
    expect(sent).toEqual([{ ...order, deliveryType: 'Home', options: { papers: 'matt' } }]);
    const follow = screen.getByRole('link', { name: 'Follow your order' });
    expect(follow.getAttribute('href')).toBe('/orders/DEMO-1');
    await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Back to my photos' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/photos'));
  });

  test.each([
    [409, 'conflict', /have already been ordered/],
    [503, 'unavailable', 'Your order could not be placed. Please try again.'],
  ])('says why an order was not placed: %i', async (status, code, text) => {
    await openShop({ ...shopAnswers(), [ORDERS]: { status, body: { code } } });
    await press('Order with obligation to pay');
    expect(await within(await screen.findByRole('alert')).findByText(text)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Order with obligation to pay' })).toBeTruthy();
  });

  test.each([
    ['has expired', { status: 404, body: { code: 'not-found' } }],
    ['has no photos left', { body: { photoIds: [] } }],
  ])('leads back to the library when the selection %s', async (_what, answer) => {
    await openShop({ ...shopAnswers(), [SELECTED]: answer });
    expect(await screen.findByText(/^These photos are no longer here/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Order with obligation to pay' })).toBeNull();
  });

  test.each([PATH, '/demo-shop/ordered?orderCode=DEMO-1'])(
    '%s does not exist once an editor is configured',
    async (path) => {
      await openShop(shopAnswers(), 'https://editor.example', path);
      expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
      expect(screen.queryByText('Demo shop')).toBeNull();
    },
  );
});

describe('deleting photos that orders use', () => {
  test('says so, with a badge, before they are deleted', async () => {
    const used: Answers = { [`POST ${API}/photos/used`]: { body: { photoIds: [two[0]?.imageId] } } };
    await showApp({ path: '/my-photos/photos', answers: { ...answersOf(two), ...used }, flags: ALL_ON });
    await screen.findAllByRole('link', { name: /^Photo taken/ });
    await press('Select');
    for (const box of screen.getAllByRole('checkbox', { name: /^Photo taken/ })) await userEvent.click(box);
    await press('Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 photos' }));
    expect(await dialog.findByText('Used in an order')).toBeTruthy();
    expect(dialog.getByText(/^1 of these photos is used in an order/)).toBeTruthy();
  });

  test('says nothing about unused photos', async () => {
    const requested: unknown[] = [];
    const used: Answers = {
      [`POST ${API}/photos/used`]: (_query, body) => {
        requested.push(body);
        return { body: { photoIds: [] } };
      },
    };
    await showApp({ path: '/my-photos/photos', answers: { ...answersOf(two), ...used }, flags: ALL_ON });
    await screen.findAllByRole('link', { name: /^Photo taken/ });
    await press('Select');
    await userEvent.click(screen.getAllByRole('checkbox', { name: /^Photo taken/ })[0] as HTMLElement);
    await press('Delete');
    await screen.findByRole('dialog', { name: 'Delete photo' });
    await waitFor(() => expect(requested).toEqual([{ photoIds: [two[0]?.imageId] }]));
    expect(screen.queryByText('Used in an order')).toBeNull();
  });
});
