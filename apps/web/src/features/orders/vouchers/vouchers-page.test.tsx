// @vitest-environment happy-dom
import type { Voucher } from '@keepsake/contracts/orders/vouchers';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answers, customer, showApp } from '#/app/screens.fixture.tsx';

const API = '/api/vouchers/api/v1';
const makeVoucher = (changes: Partial<Voucher> = {}): Voucher => ({
  code: 'SPRING-10',
  title: 'Spring',
  value: { amount: { GBP: 1_000, EUR: 1_200 } },
  minimum: null,
  goodFor: null,
  channels: null,
  uses: 'once-per-customer',
  endsAt: null,
  isPersonal: false,
  isUsed: false,
  usedIn: null,
  ...changes,
});
const FAILURE = (status: number) => ({ status, body: { code: 'x', correlationId: 'abcdef1234567890' } });

const open = (items: Voucher[], more: Answers = {}) =>
  showApp({
    path: '/vouchers',
    answers: {
      '/api/customers/customers/me': { body: customer },
      [`${API}/wallet`]: { body: { items } },
      ...more,
    },
  });
async function add(code: string) {
  await userEvent.type(await screen.findByLabelText('Voucher code'), code);
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
}

beforeEach(() => {
  window.innerWidth = 1280;
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the vouchers', () => {
  test('show their value in the shop’s currency, and their last day by its calendar [VOU-01]', async () => {
    // The last moment of the year in London, where other zones are already in the next one.
    await open([makeVoucher({ endsAt: '2099-01-01T00:00:00Z', minimum: { GBP: 2_000, EUR: 2_400 } })]);
    expect(await screen.findByText('£10.00 off')).toBeTruthy();
    expect(screen.getByText('For everything we sell · Minimum spend £20.00 · Can be used once')).toBeTruthy();
    expect(screen.getByText('Valid until 31 Dec 2098')).toBeTruthy();
  });

  test('that are used or expired are listed separately, with the order that used them', async () => {
    await open([
      makeVoucher({ isUsed: true, usedIn: 'K-1', value: { percent: 15 } }),
      makeVoucher({ code: 'OLD-1', title: 'Old', endsAt: '2020-01-01T00:00:00Z' }),
    ]);
    expect(await screen.findByText('You have no vouchers yet. Enter a code to add one.')).toBeTruthy();
    expect(screen.getByText('15% off')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Used for order K-1' }).getAttribute('href')).toBe('/orders/K-1');
    expect(screen.getByText('Expired on 31 Dec 2019')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Copy code' })).toBeNull();
  });

  test.each([
    ['[VOU-02] that there is not', 404, 'We could not find a voucher with this code. Please check it.'],
    ['[VOU-03] that cannot be asked for', 400, 'The voucher could not be added. Please try again.'],
    ['[VOU-03] after too many others', 429, 'You have tried too many codes. Please wait a few minutes.'],
  ])('one %s is reported at the field, which keeps the text', async (_what, status, text) => {
    await open([], { [`PUT ${API}/wallet/spring`]: FAILURE(status) });
    await add('spring');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Voucher code').value).toBe('spring');
  });

  test('a text that cannot be a code is not looked up [VOU-02]', async () => {
    const requested = vi.fn(() => FAILURE(404));
    await open([], { [`PUT ${API}/wallet/%E2%82%AC`]: requested });
    await add('€');
    expect(
      await screen.findByText('We could not find a voucher with this code. Please check it.'),
    ).toBeTruthy();
    expect(requested).not.toHaveBeenCalled();
  });

  test('an added one is listed, and the field is empty again', async () => {
    const items: Voucher[] = [];
    const answer = () => {
      items.push(makeVoucher());
      return { body: makeVoucher() };
    };
    await open(items, { [`PUT ${API}/wallet/spring%2010`]: answer });
    await add('spring 10');
    await waitFor(() => expect(screen.getByText('SPRING-10')).toBeTruthy());
    expect(screen.getByLabelText<HTMLInputElement>('Voucher code').value).toBe('');
  });
});
