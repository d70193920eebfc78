// @vitest-environment happy-dom
import type { AccountSession } from '@keepsake/contracts/account/account-sessions';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, customer, showApp } from '#/app/screens.fixture.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ACCOUNT = `/api/identity/v2/identities/consumer/${customer.customerId}`;
const idOf = (n: number) => `0190a5a5-0000-7000-8000-00000000000${n}`;
const session = (n: number, rest: Partial<AccountSession> = {}): AccountSession => ({
  id: idOf(n),
  browser: 'Firefox',
  system: 'Windows',
  device: 'computer',
  signedInAt: '2026-03-01T10:00:00Z',
  lastUsedAt: `2026-03-0${n}T10:00:00Z`,
  isCurrent: n === 1,
  ...rest,
});

async function open(sessions: AccountSession[], answers: Answers = {}) {
  let stored = sessions;
  const ended: string[] = [];
  await showApp({
    path: '/settings/security',
    answers: {
      '/api/customers/customers/me': { body: customer },
      [`${ACCOUNT}/emailchanges`]: { body: { email: 'anna@example.com', pending: null } },
      [`${ACCOUNT}/second-factor`]: { body: { since: null, recoveryCodesLeft: 0, isRequired: false } },
      [`${ACCOUNT}/activity`]: { body: { events: [], cursor: null } },
      [`${ACCOUNT}/sessions`]: () => ({ body: { sessions: stored } }),
      ...Object.fromEntries(
        sessions.map(({ id }) => [
          `DELETE ${ACCOUNT}/sessions/${id}`,
          () => {
            ended.push(id);
            stored = stored.filter((one) => one.id !== id);
            return { status: 204, body: undefined };
          },
        ]),
      ),
      [`POST ${ACCOUNT}/sessions/actions/end-others`]: () => {
        stored = stored.filter(({ isCurrent }) => isCurrent);
        return { status: 204, body: undefined };
      },
      ...answers,
    },
  });
  return { ended, devices: await screen.findByRole('region', { name: 'Where you are signed in' }) };
}
const rows = (devices: HTMLElement) => within(devices).getAllByRole('listitem');
const textsOf = (devices: HTMLElement) => rows(devices).map(({ textContent }) => textContent);

test('lists devices, marks this one, and names unidentified ones as such', async () => {
  const nameless = session(3, { browser: null, system: null, device: null });
  const { devices } = await open([session(1), session(2, { browser: 'Safari', system: 'iOS' }), nameless]);
  await waitFor(() =>
    expect(textsOf(devices)).toEqual([
      'Firefox · WindowsSince 01 Mar 2026 · this device',
      'Safari · iOSSince 01 Mar 2026 · last used 02 Mar 2026Sign out',
      'Unknown deviceSince 01 Mar 2026 · last used 03 Mar 2026Sign out',
    ]),
  );
});

test('signs out one device, and then all others', async () => {
  const { devices, ended } = await open([session(1), session(2), session(3)]);
  await waitFor(() => expect(rows(devices)).toHaveLength(3));
  await userEvent.click(within(rows(devices)[1] as HTMLElement).getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(rows(devices)).toHaveLength(2));
  expect(ended).toEqual([idOf(2)]);
  await userEvent.click(within(devices).getByRole('button', { name: 'Sign out all other devices' }));
  await waitFor(() => expect(rows(devices)).toHaveLength(1));
  expect(within(devices).queryByRole('button')).toBeNull();
});

test('a device that could not be signed out stays listed with a message', async () => {
  const { devices } = await open([session(1), session(2)], {
    [`DELETE ${ACCOUNT}/sessions/${idOf(2)}`]: { status: 500, body: {} },
  });
  await waitFor(() => expect(rows(devices)).toHaveLength(2));
  await userEvent.click(within(devices).getByRole('button', { name: 'Sign out' }));
  expect((await within(devices).findByRole('alert')).textContent).toContain(
    'We could not confirm the sign-out',
  );
  expect(rows(devices)).toHaveLength(2);
});
