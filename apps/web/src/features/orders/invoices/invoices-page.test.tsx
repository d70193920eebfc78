// @vitest-environment happy-dom
import type { Invoice } from '@keepsake/contracts/orders/invoices';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answers, customer, fakeSession, showApp } from '#/app/screens.fixture.tsx';

const API = '/api/invoices/api/v1/HistoricalInvoice/me';
const makeInvoice = (changes: Partial<Invoice> = {}): Invoice => ({
  id: crypto.randomUUID(),
  channel: 'pennyfern',
  kind: 'invoice',
  number: 'RE-1',
  issuedOn: '2026-05-20',
  dueOn: null,
  currency: 'GBP',
  net: 1_000,
  tax: 200,
  gross: 1_200,
  state: 'paid',
  orderCodes: ['K-1'],
  credits: null,
  receivedAt: '2026-05-20T10:00:00Z',
  pdfUrl: '/media/a/b/c/file',
  creditNotes: [],
  ...changes,
});
const FAILURE = { status: 503, body: { code: 'x', correlationId: 'abcdef1234567890' } };

const pageOf = (items: Invoice[]) => ({
  body: { items, cursor: null, years: [2026, 2025], channels: [{ id: 'pennyfern', name: 'Pennyfern' }] },
});
const open = (items: Invoice[], more: Answers = {}, path = '/invoices') =>
  showApp({
    path,
    session: fakeSession('signed-in', { isBusiness: true }),
    answers: {
      '/api/customers/customers/me': { body: { ...customer, isB2b: true } },
      [API]: pageOf(items),
      ...more,
    },
  });

beforeEach(() => {
  window.innerWidth = 1280;
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the invoices', () => {
  test('are listed with amounts, order and state, and open as PDF [RTE-22, INV-04]', async () => {
    await open([
      makeInvoice(),
      makeInvoice({ number: 'RE-2', state: 'overdue', pdfUrl: null, orderCodes: [] }),
    ]);
    const row = (await screen.findByRole('link', { name: 'Open RE-1 as PDF' })).closest('tr') as HTMLElement;
    expect(row.textContent).toContain('£10.00');
    expect(row.textContent).toContain('£2.00');
    expect(row.textContent).toContain('£12.00');
    expect(within(row).getByText('20 May 2026')).toBeTruthy();
    expect(within(row).getByRole('link', { name: 'K-1' }).getAttribute('href')).toBe('/orders/K-1');
    expect(screen.getByText('PDF to follow')).toBeTruthy();
    expect(screen.getByText('Overdue')).toBeTruthy();
  });

  test('are followed by their credit notes with negative amounts', async () => {
    const { creditNotes: _, ...note } = makeInvoice({ kind: 'credit-note', number: 'GU-1', credits: 'RE-1' });
    await open([makeInvoice({ state: 'credited', creditNotes: [note] })]);
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
      'RE-1',
      'GU-1Credit note',
    ]);
    expect(rows[1]?.textContent).toContain('-£12.00');
    expect(rows.map((row) => row.textContent?.includes('Credited'))).toEqual([true, false]);
    expect(screen.getByText('Refunded')).toBeTruthy();
  });

  test('can be filtered by year and number, and unfiltered with one press', async () => {
    const { router } = await open([makeInvoice()]);
    await userEvent.selectOptions(await screen.findByLabelText('Year'), '2025');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ year: 2025 }));
    await userEvent.type(screen.getByLabelText('Invoice number'), 'RE');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ number: 'RE' }));
    cleanup();
    await open([], {}, '/invoices?year=1999');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all invoices' }));
    expect(await screen.findByText(/^You have no invoices yet/)).toBeTruthy();
  });

  test('are downloaded together if selected, otherwise all of the year', async () => {
    await open(
      [makeInvoice({ id: '0190ffff-0000-7000-8000-000000000001' }), makeInvoice({ number: 'RE-2' })],
      {
        [`${API}/archive`]: FAILURE,
      },
    );
    const all = await screen.findByLabelText('Select all shown');
    await userEvent.click(all);
    expect(screen.getByRole('button', { name: 'Download 2 selected' })).toBeTruthy();
    await userEvent.click(screen.getByLabelText('Select RE-2'));
    await userEvent.click(screen.getByRole('button', { name: 'Download 1 selected' }));
    expect(await screen.findByText('The invoices could not be downloaded. Please try again.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Deselect all' }));
    expect(screen.getByRole('button', { name: 'Download all' })).toBeTruthy();
  });

  test('that cannot be loaded say so and can be retried', async () => {
    const answers: Answers = { [API]: FAILURE };
    await open([], answers);
    expect(await screen.findByText('Your invoices could not be loaded.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  test('are only in the menu of business customers [SHL-05]', async () => {
    await open([]);
    expect(await screen.findByRole('link', { name: 'Invoices' })).toBeTruthy();
    cleanup();
    await showApp({
      path: '/invoices',
      answers: { '/api/customers/customers/me': { body: customer }, '/api/overview/me': { body: {} } },
    });
    expect(await screen.findByText(/invoice is on the page of its order/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Invoices' })).toBeNull();
  });
});
