// @vitest-environment happy-dom

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakePush } from '#/shared/push.fixture.ts';
import { type Answers, customer, fakeSession, showApp } from './screens.fixture.tsx';

const answersFor = (isB2b: boolean): Answers => ({
  '/api/customers/customers/me': { body: { ...customer, isB2b } },
});
const business = () => fakeSession('signed-in', { isBusiness: true });

beforeEach(() => {
  window.innerWidth = 1280;
  window.localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const settingsLink = () => screen.findByRole('link', { name: 'Settings' });

test('the menu links to the settings for the customer’s kind [SHL-07, SHL-08]', async () => {
  await showApp({ path: '/help/faq', answers: answersFor(false) });
  expect((await settingsLink()).getAttribute('href')).toBe('/settings');
  cleanup();
  await showApp({ path: '/help/faq', answers: answersFor(true), session: business() });
  expect((await settingsLink()).getAttribute('href')).toBe('/settings/b2b');
});

test('business customers are redirected from the settings to their own [RTE-25]', async () => {
  const { router } = await showApp({ path: '/settings', answers: answersFor(true), session: business() });
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeDefined();
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/b2b'));
});

test.each([
  ['/invoices', /invoice is on the page of its order/, 'All orders', '/orders'],
  ['/integration', /for business accounts/, 'All orders', '/orders'],
  ['/settings/b2b', /for business accounts/, 'Settings', '/settings'],
  ['/settings/b2b/company', /for business accounts/, 'Settings', '/settings'],
  ['/my-photos/order-prints', /cannot be ordered here/, 'See all photos', '/my-photos/photos'],
  ['/my-photos/exports/1', /cannot be exported here/, 'See all photos', '/my-photos/photos'],
])(
  'an account without %s is redirected to the overview, told why, and led on [B2B-07]',
  async (path, text, action, to) => {
    const { router } = await showApp({ path, answers: answersFor(false), flags: {} });
    expect(await screen.findByRole('heading', { level: 1, name: /^Good/ })).toBeDefined();
    expect(router.state.location.pathname).toBe('/');
    const notice = within(screen.getByRole('region', { name: 'Notifications' }));
    expect(notice.getByText(text)).toBeDefined();
    await userEvent.click(notice.getByRole('button', { name: action }));
    await waitFor(() => expect(router.state.location.pathname).toBe(to));
    expect(notice.queryByText(text)).toBeNull();
  },
);

test('the platform decides from the token, whatever the browser reads in it [B2B-08]', async () => {
  const { router } = await showApp({ path: '/settings/b2b', answers: answersFor(true) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeDefined();
  expect(router.state.location.pathname).toBe('/settings/b2b');
});

const firm = {
  company: 'Studio Marlow GmbH',
  registerNumber: 'FN 123456a',
  vatId: 'ATU12345675',
  isVatExempt: false,
  invoiceEmail: 'invoices@example.com',
  contacts: [{ name: 'Mia Holm', email: 'mia@example.com', phoneNumber: null }],
  version: 3,
  status: 'New',
  missing: [],
  vatState: 'pending',
  blockReason: null,
};
const answersOf = (b2bStatus: string | null, b2bMissing: string[] = []): Answers => ({
  '/api/customers/customers/me': { body: { ...customer, isB2b: true, b2bStatus, b2bMissing } },
  '/api/customers/customers/me/business': { body: firm },
});
const banner = () => screen.findByRole('status', { name: 'Business account' });

test('the banner of Default names what is missing and leads to the settings [B2B-02, B2B-03]', async () => {
  const answers = answersOf('Default', ['company', 'vatId', 'contacts']);
  const { router } = await showApp({ path: '/help/faq', answers, session: business() });
  const link = await screen.findByRole('link', {
    name: 'Missing account details, please complete additional details',
  });
  expect((await banner()).textContent).toContain('Still missing: company, VAT number and contact');
  await userEvent.click(link);
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/b2b'));
});

test.each([
  ['[B2B-04] New', 'New', 'Pending account validation'],
  ['[B2B-05] Blocked', 'Blocked', 'Blocked account, please contact customer care'],
])('the banner of %s is as specified', async (_, status, text) => {
  await showApp({ path: '/help/faq', answers: answersOf(status), session: business() });
  await waitFor(async () => expect((await banner()).textContent).toContain(text));
});

test('a validated customer and a consumer see no banner [B2B-06]', async () => {
  await showApp({ path: '/help/faq', answers: answersOf(null), session: business() });
  expect((await banner()).textContent).toBe('');
  cleanup();
  await showApp({ path: '/help/faq', answers: answersFor(false) });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('status', { name: 'Business account' })).toBeNull();
});

test('the banner disappears when a push message reports a changed account [B2B-04, B2B-06]', async () => {
  const answers = answersOf('New');
  const push = fakePush();
  await showApp({ path: '/help/faq', answers, session: business(), push });
  await screen.findByText('Pending account validation');
  Object.assign(answers, answersOf(null));
  push.say('account-changed', {});
  await waitFor(() => expect(screen.queryByText('Pending account validation')).toBeNull());
});

test('the settings of a business customer begin with the firm [RTE-25]', async () => {
  await showApp({ path: '/settings/b2b', answers: answersOf('New'), session: business() });
  expect(await screen.findByText('Studio Marlow GmbH')).toBeDefined();
  expect(screen.getByText('VAT number: ATU12345675 (being checked)')).toBeDefined();
  expect(screen.getByText('Invoices to invoices@example.com')).toBeDefined();
  expect(screen.getByText('Mia Holm, mia@example.com')).toBeDefined();
  const links = screen.getAllByRole('link', { name: /^(Manage|Change)/ });
  expect(links.map((link) => link.getAttribute('href'))).toContain('/settings/b2b/email');
});

test('a firm is saved once it is valid, and another tab’s change is not overwritten unseen [RTE-25]', async () => {
  const sent: unknown[] = [];
  const answers: Answers = {
    ...answersOf('New'),
    'PATCH /api/customers/customers/me/business': (_query, body) => {
      sent.push(body);
      return sent.length === 1 ? { status: 409, body: { code: 'conflict' } } : { body: firm };
    },
  };
  const { router } = await showApp({ path: '/settings/b2b/company', answers, session: business() });
  const vatId = (await screen.findByRole('textbox', { name: 'VAT number' })) as HTMLInputElement;
  await userEvent.clear(vatId);
  await userEvent.type(vatId, 'AT 123');
  const save = screen.getByRole('button', { name: 'Save' });
  await userEvent.click(save);
  expect(await screen.findByText('Enter a full VAT number, such as GB123456789')).toBeDefined();
  expect(document.activeElement).toBe(vatId);
  expect(sent).toEqual([]);
  await userEvent.clear(vatId);
  await userEvent.type(vatId, 'atu 123 456 86');
  await userEvent.click(screen.getByRole('button', { name: 'Add contact' }));
  await userEvent.type(screen.getAllByRole('textbox', { name: 'Name' })[1] as HTMLElement, 'Noah Lind');
  await userEvent.click(save);
  expect(await screen.findByText('Enter a full email address, such as accounts@example.com')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Remove contact 2' }));
  Object.assign(answers, {
    '/api/customers/customers/me/business': { body: { ...firm, version: 4 } },
  });
  await userEvent.click(save);
  expect(await screen.findByText(/changed in another window/)).toBeDefined();
  expect(vatId.value).toBe('atu 123 456 86');
  await userEvent.click(save);
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/b2b'));
  expect(sent).toMatchObject([
    { version: 3, vatId: 'atu 123 456 86' },
    { version: 4, contacts: [{ name: 'Mia Holm', phoneNumber: null }] },
  ]);
});

test('a mistyped VAT id is reported at its field until it is edited [RTE-25]', async () => {
  const answers: Answers = {
    ...answersOf('New'),
    'PATCH /api/customers/customers/me/business': { status: 422, body: { code: 'vat-id-mistyped' } },
  };
  await showApp({ path: '/settings/b2b/company', answers, session: business() });
  const vatId = (await screen.findByRole('textbox', { name: 'VAT number' })) as HTMLInputElement;
  await userEvent.clear(vatId);
  await userEvent.type(vatId, 'ATU12345674');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const notified = 'This VAT number has a typo: its check digits do not match';
  expect(await screen.findByText(notified)).toBeDefined();
  expect(screen.queryByText(/could not be saved/)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(vatId));
  await userEvent.type(vatId, '{Backspace}');
  expect(screen.queryByText(notified)).toBeNull();
});

test('e-mail and addresses have separate pages, where a company is required [RTE-27] [RTE-32] [RTE-33]', async () => {
  const address = {
    id: customer.customerId,
    version: 1,
    defaultFor: ['delivery', 'invoice'],
    name: 'Mia Holm',
    company: 'Studio Marlow GmbH',
    streetName: 'Sea Road',
    streetNumber: '1',
    postalCode: 'HU1 1AA',
    city: 'Hull',
    country: 'GB',
  };
  const session = business();
  const answers: Answers = {
    ...answersOf(null),
    'GET /api/customers/customers/me/addresses': { body: { addresses: [address] } },
  };
  const { router } = await showApp({ path: '/settings/addresses/all', answers, session });
  const add = await screen.findByRole('link', { name: 'Add address' });
  expect(add.getAttribute('href')).toBe('/settings/b2b/new-address');
  const change = screen.getByRole('link', { name: /^Change Mia Holm/ });
  expect(change.getAttribute('href')).toBe(`/settings/b2b/address/${address.id}`);
  await userEvent.click(change);
  const company = (await screen.findByRole('textbox', { name: 'Company' })) as HTMLInputElement;
  expect([company.value, company.getAttribute('aria-required')]).toEqual(['Studio Marlow GmbH', 'true']);
  await userEvent.clear(company);
  await userEvent.click(screen.getByRole('button', { name: 'Save address' }));
  expect(await screen.findByText('Enter the company name')).toBeDefined();
  expect(router.state.location.pathname).toBe(`/settings/b2b/address/${address.id}`);
  cleanup();
  await showApp({ path: '/settings/b2b/email', answers, session: business() });
  expect(await screen.findByRole('heading', { level: 1, name: 'Email address' })).toBeDefined();
});
