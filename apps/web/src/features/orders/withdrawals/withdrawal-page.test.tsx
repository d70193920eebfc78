// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answers, customer, fakeSession, showApp } from '#/app/screens.fixture.tsx';
import { leaveTopmost } from '#/shared/ui/layers.ts';

const PUBLIC = 'POST /api/orders/withdrawals';
const OWN = 'POST /api/orders/withdrawals/me';
const ORDER = '/api/orders/v1/superorders/K-1/withdrawal';
const receipt = {
  withdrawalId: '0190a5a5-0000-7000-8000-000000000001',
  declaredAt: '2026-06-15T10:00:00Z',
  returnTo: ['Pennyfern Ltd', '12 Fern Row', 'HULL', 'HU1 1AA', 'United Kingdom'],
  returnBy: '2026-06-29',
};

beforeEach(() => {
  window.innerWidth = 1280;
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Accepts declarations, and records them. */
function takeDeclarations(call: typeof PUBLIC | typeof OWN) {
  const sent: unknown[] = [];
  const answers: Answers = {
    '/api/customers/customers/me': { body: customer },
    [call]: (_query, body, key) => {
      sent.push({ ...(body as object), hasKey: key !== null });
      return { body: receipt };
    },
  };
  return { answers, sent };
}
const signedOut = () => fakeSession('signed-out');
const field = (name: string | RegExp) => screen.findByRole('textbox', { name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
async function fillIn({ name = 'Mia Holm', order = 'K-7', email = 'mia@example.com' } = {}) {
  await userEvent.type(await field(/^Your name/), name);
  await userEvent.type(await field(/^Order number/), order);
  await userEvent.type(await field(/^Email address/), email);
}

describe('withdrawing without being signed in', () => {
  test('takes two steps: the details, then the button that confirms; a double press counts once', async () => {
    const { answers, sent } = takeDeclarations(PUBLIC);
    const session = signedOut();
    await showApp({ path: '/withdrawal', session, answers });
    expect(await screen.findByRole('heading', { level: 1, name: 'Cancel a contract' })).toBeDefined();
    await fillIn();
    await userEvent.type(await field('Products'), 'Oak frame\n\n Mug ');
    await press('Continue');
    expect(sent).toEqual([]);
    const check = await screen.findByRole('heading', { level: 2, name: 'Check your cancellation' });
    expect(document.activeElement).toBe(check);
    expect(screen.getByText('Oak frame, Mug')).toBeDefined();
    await userEvent.dblClick(screen.getByRole('button', { name: 'Confirm cancellation' }));
    const done = await screen.findByRole('heading', { level: 2, name: 'We have received your cancellation' });
    expect(document.activeElement).toBe(done);
    expect(screen.getByText(/reached us on 15 June 2026 at 11:00/)).toBeDefined();
    const body = { channel: 'pennyfern', name: 'Mia Holm', order: 'K-7', email: 'mia@example.com' };
    const products = ['Oak frame', 'Mug'];
    expect(sent).toEqual([{ ...body, products, productCodes: [], hasKey: true }]);
    expect(screen.queryByRole('button', { name: 'Confirm cancellation' })).toBeNull();
    expect(session.signIn).not.toHaveBeenCalled();
  });

  test('keeps what waits to be confirmed over a reload, until it is sent', async () => {
    const { answers, sent } = takeDeclarations(PUBLIC);
    await showApp({ path: '/withdrawal', session: signedOut(), answers });
    await fillIn();
    await press('Continue');
    await screen.findByRole('heading', { level: 2, name: 'Check your cancellation' });
    const stored = Object.entries({ ...sessionStorage });
    cleanup();
    for (const [key, text] of stored) sessionStorage.setItem(key, text);
    await showApp({ path: '/withdrawal', session: signedOut(), answers });
    expect(await screen.findByText('K-7')).toBeTruthy();
    await press('Confirm cancellation');
    await screen.findByRole('heading', { level: 2, name: 'We have received your cancellation' });
    expect(sent).toMatchObject([{ name: 'Mia Holm', order: 'K-7', email: 'mia@example.com' }]);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('mia@example.com');
  });

  test('validates a field on blur, and focuses the first invalid one', async () => {
    await showApp({ path: '/withdrawal', session: signedOut(), answers: {} });
    await userEvent.type(await field(/^Email address/), 'mia@');
    expect(screen.queryByText('Enter a single email address.')).toBeNull();
    await userEvent.tab();
    expect(await screen.findByText('Enter a single email address.')).toBeDefined();
    expect(screen.queryByText('Enter your name.')).toBeNull();
    await press('Continue');
    expect(await screen.findByText('Enter your name.')).toBeDefined();
    expect(document.activeElement).toBe(await field(/^Your name/));
  });

  test('Back leads from the second step to the first, and loses nothing', async () => {
    const { answers } = takeDeclarations(PUBLIC);
    await showApp({ path: '/withdrawal', session: signedOut(), answers });
    await fillIn();
    await press('Continue');
    await screen.findByRole('heading', { level: 2, name: 'Check your cancellation' });
    act(() => void leaveTopmost('back'));
    expect(((await field(/^Order number/)) as HTMLInputElement).value).toBe('K-7');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('keeps what was written when going back, and after a failure', async () => {
    const { answers } = takeDeclarations(PUBLIC);
    answers[PUBLIC] = { status: 500, body: { code: 'unexpected' } };
    await showApp({ path: '/withdrawal?orderCode=K-7', session: signedOut(), answers });
    await fillIn({ order: '-8' });
    await press('Continue');
    await press('Confirm cancellation');
    expect((await screen.findByRole('alert')).textContent).toContain('could not be sent');
    await press('Change');
    expect(((await field(/^Order number/)) as HTMLInputElement).value).toBe('K-7-8');
  });

  test('ends with a receipt that says that no number is too wrong, and leads to no sign-in', async () => {
    await showApp({ path: '/withdrawal', session: signedOut(), answers: takeDeclarations(PUBLIC).answers });
    await fillIn();
    await press('Continue');
    await press('Confirm cancellation');
    expect(await screen.findByText(/even if the order number is not quite right/)).toBeDefined();
    expect(screen.queryByRole('link', { name: /order/ })).toBeNull();
  });

  test('is one link away, with or without sign-in', async () => {
    await showApp({ path: '/help/faq', session: signedOut(), answers: {} });
    const footer = await screen.findByRole('contentinfo');
    const link = within(footer).getByRole('link', { name: 'Cancel your contract here' });
    await userEvent.click(link);
    expect(await screen.findByRole('heading', { name: 'Cancel a contract' })).toBeDefined();
  });
});

describe('withdrawing from an order of one’s own', () => {
  const products = [
    { code: 'FRAME', title: 'Oak frame', right: { state: 'open', days: 14, lastDay: '2026-06-29' } },
    { code: 'MUG', title: 'Mug', right: { state: 'open', days: 14, lastDay: null } },
    { code: 'BOOK', title: 'Book', right: { state: 'none', reason: 'personalised' } },
    { code: 'LAMP', title: 'Lamp', right: { state: 'ended', lastDay: '2026-06-01' } },
  ];
  const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });

  test('offers eligible products, says why others are not, and names the selected ones', async () => {
    const { answers, sent } = takeDeclarations(OWN);
    answers[ORDER] = { body: { products, declarations: [] } };
    await showApp({ path: '/withdrawal?orderCode=K-1', answers });
    expect(await box(/^Oak frame.*up to and including 29 June 2026/)).toHaveProperty('checked', true);
    expect(await box(/^Mug.*until 14 days after everything has arrived/)).toHaveProperty('checked', true);
    expect(await box(/^Book.*Personalised for you/)).toHaveProperty('disabled', true);
    expect(await box(/^Lamp.*ended on 1 June 2026/)).toHaveProperty('disabled', true);
    expect(((await field(/^Your name/)) as HTMLInputElement).value).toBe('Anna Berger');
    await userEvent.click(await box(/^Mug/));
    await userEvent.click(await box(/^Oak/));
    await press('Continue');
    expect(await screen.findByText('Choose what you want to cancel.')).toBeDefined();
    expect(document.activeElement).toBe(await box(/^Oak/));
    await userEvent.click(await box(/^Oak/));
    await press('Continue');
    await press('Confirm cancellation');
    await screen.findByText(/reached us on/);
    expect(
      screen.getByText(
        'If anything has already arrived, please send it back by 29 June 2026 to this address:',
      ),
    ).toBeDefined();
    expect(screen.getByText(/^Pennyfern Ltd\s12 Fern Row/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to the order' }).getAttribute('href')).toBe('/orders/K-1');
    const who = { channel: 'pennyfern', name: 'Anna Berger', order: 'K-1', email: 'anna@example.com' };
    const what = { products: ['Oak frame'], productCodes: ['FRAME'] };
    expect(sent).toEqual([{ ...who, ...what, hasKey: true }]);
  });

  test('uses free text if no product of the order is eligible, or there is no such order', async () => {
    const { answers } = takeDeclarations(OWN);
    answers[ORDER] = { body: { products: products.slice(2), declarations: [] } };
    await showApp({ path: '/withdrawal?orderCode=K-1', answers });
    expect(((await field(/^Order number/)) as HTMLInputElement).value).toBe('K-1');
    expect(await field('Products')).toBeDefined();
    cleanup();
    await showApp({ path: '/withdrawal?orderCode=K-404', answers });
    expect(await field('Products')).toBeDefined();
  });

  test.each([
    ['of one’s own leads back to that order', ' K-1 ', 'Back to the order', '/orders/K-1'],
    ['that is none of one’s own leads to all orders', 'K-404', 'All orders', '/orders'],
  ])('a typed number %s', async (_case, order, name, href) => {
    const { answers } = takeDeclarations(OWN);
    answers[ORDER] = { body: { products, declarations: [] } };
    await showApp({ path: '/withdrawal', answers });
    await userEvent.type(await field(/^Order number/), order);
    await press('Continue');
    await press('Confirm cancellation');
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
    const isMentioned = screen.queryByText(/even if the order number is not quite right/) !== null;
    expect(isMentioned).toBe(order === 'K-404');
  });

  test('is for consumers only', async () => {
    const session = fakeSession('signed-in', { isBusiness: true });
    const me = { body: { ...customer, isB2b: true } };
    const { answers } = takeDeclarations(OWN);
    await showApp({
      path: '/withdrawal',
      session,
      answers: { ...answers, '/api/customers/customers/me': me },
    });
    expect(await screen.findByText(/^Only consumers have the right to cancel/)).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
