// @vitest-environment happy-dom
import type { SecondFactor } from '@keepsake/contracts/account/second-factor';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, customer, fakeSession, showApp } from '#/app/screens.fixture.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ACCOUNT = `/api/identity/v2/identities/consumer/${customer.customerId}`;
const FACTOR = `${ACCOUNT}/second-factor`;
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const codesOf = (sign: string) => Array.from({ length: 10 }, (_, at) => `${sign}${at}aa-bbbb-cccc-dddd`);
const off: SecondFactor = { since: null, recoveryCodesLeft: 0, isRequired: false };
const on: SecondFactor = { since: '2026-03-01T10:00:00Z', recoveryCodesLeft: 3, isRequired: false };

const started = { secret: SECRET, address: `otpauth://totp/Pennyfern:anna?secret=${SECRET}` };

async function open(first: SecondFactor, answers: Answers = {}) {
  let factor = first;
  await showApp({
    path: '/settings/security',
    answers: {
      '/api/customers/customers/me': { body: customer },
      [`${ACCOUNT}/emailchanges`]: { body: { email: 'anna@example.com', pending: null } },
      [`${ACCOUNT}/sessions`]: { body: { sessions: [] } },
      [`GET ${FACTOR}`]: () => ({ body: factor }),
      [`POST ${FACTOR}/actions/begin`]: { body: started },
      [`POST ${FACTOR}/actions/confirm`]: () => {
        factor = on;
        return { body: { recoveryCodes: codesOf('a') } };
      },
      [`POST ${FACTOR}/recovery-codes/actions/renew`]: { body: { recoveryCodes: codesOf('b') } },
      [`DELETE ${FACTOR}`]: () => {
        factor = off;
        return { status: 204, body: {} };
      },
      ...answers,
    },
  });
  const section = await screen.findByRole('region', { name: 'Two-step sign-in' });
  return {
    section,
    press: async (name: string) => userEvent.click(await within(section).findByRole('button', { name })),
  };
}
const typeCode = async (section: HTMLElement, code: string) =>
  userEvent.type(await within(section).findByLabelText(/Code from the app/), code);

test('a code from the app turns it on, and recovery codes are shown until they are saved', async () => {
  const { section, press } = await open(off);
  await press('Set up');
  expect(await within(section).findByRole('img', { name: /QR code/ })).toBeTruthy();
  expect(within(section).getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeTruthy();
  const field = await within(section).findByLabelText(/Code from the app/);
  expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'numeric',
  ]);
  await press('Turn on');
  expect(within(section).getByText('Enter the 6 digits shown in the app.')).toBeTruthy();
  await typeCode(section, '123 456');
  await press('Turn on');
  expect(await within(section).findAllByRole('listitem')).toHaveLength(10);
  expect(document.activeElement?.textContent).toBe('Save your recovery codes');
  const print = vi.fn();
  vi.stubGlobal('print', print);
  window.print = print;
  await press('Print');
  expect(print).toHaveBeenCalledOnce();
  await press('I have saved them');
  expect(await within(section).findByText('On since 1 March 2026.')).toBeTruthy();
  expect(within(section).queryByText('a0aa-bbbb-cccc-dddd')).toBeNull();
});

test('a wrong code is reported at the field and kept there', async () => {
  const { section, press } = await open(off, {
    [`POST ${FACTOR}/actions/confirm`]: { status: 422, body: { code: 'wrong-code' } },
  });
  await press('Set up');
  await typeCode(section, '123456');
  await press('Turn on');
  expect(await within(section).findByText(/Incorrect code/)).toBeTruthy();
  expect(within(section).getByLabelText<HTMLInputElement>(/Code from the app/).value).toBe('123456');
});

test('an expired enrolment restarts with another secret', async () => {
  let begins = 0;
  const { section, press } = await open(off, {
    [`POST ${FACTOR}/actions/begin`]: () => ({
      body: begins++ === 0 ? started : { ...started, secret: 'B'.repeat(32) },
    }),
    [`POST ${FACTOR}/actions/confirm`]: { status: 410, body: { code: 'enrolment-over' } },
  });
  await press('Set up');
  await typeCode(section, '123456');
  await press('Turn on');
  expect(await within(section).findByText(/^BBBB BBBB/)).toBeTruthy();
});

test('with few codes left it says so, creates new ones, and can be turned off after a confirmation', async () => {
  const { section, press } = await open(on);
  expect(await within(section).findByText('3 recovery codes left.')).toBeTruthy();
  expect(within(section).getByText(/before you run out/)).toBeTruthy();
  await press('Create new codes');
  expect(await within(section).findByText('b0aa-bbbb-cccc-dddd')).toBeTruthy();
  await press('I have saved them');
  await press('Turn off');
  const dialog = await screen.findByRole('dialog', { name: 'Turn off two-step sign-in?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Turn off' }));
  expect(await within(section).findByRole('button', { name: 'Set up' })).toBeTruthy();
});

test('if the operator requires it, it cannot be turned off', async () => {
  const { section } = await open({ ...on, isRequired: true });
  expect(
    await within(section).findByText('Two-step sign-in is required for business accounts.'),
  ).toBeTruthy();
  expect(within(section).queryByRole('button', { name: 'Turn off' })).toBeNull();
});

test('a customer who needs one is redirected to its setup, from any page, and then signs in with it', async () => {
  const session = fakeSession('signed-in');
  const refused = { status: 403, body: { code: 'second-factor-required' } };
  let factor: SecondFactor = { ...off, isRequired: true };
  const { router } = await showApp({
    path: '/orders',
    session,
    answers: {
      '/api/customers/customers/me': refused,
      '/api/orders': refused,
      [`GET ${FACTOR}`]: () => ({ body: factor }),
      [`POST ${FACTOR}/actions/begin`]: { body: started },
      [`POST ${FACTOR}/actions/confirm`]: () => {
        factor = { ...on, isRequired: true };
        return { body: { recoveryCodes: codesOf('a') } };
      },
    },
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/second-factor-required'));
  const section = await screen.findByRole('region', { name: 'Two-step sign-in' });
  await userEvent.click(await within(section).findByRole('button', { name: 'Set up' }));
  await typeCode(section, '123456');
  await userEvent.click(within(section).getByRole('button', { name: 'Turn on' }));
  await userEvent.click(await within(section).findByRole('button', { name: 'I have saved them' }));
  expect(session.signIn).toHaveBeenCalledWith('/', { isAnew: true });
});
