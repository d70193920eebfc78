// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, customer, showApp } from '#/app/screens.fixture.tsx';
import { watchSaved } from '#/features/library/photos/photo-actions.fixture.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PATH = '/api/customers/customers/me/mydata';
const archiveId = '0190a5a5-0000-7000-8000-00000000d0d0';
const requested = new Date(Date.now() - 3_600_000).toISOString();
const running = { status: 'IN_PROGRESS', archiveId, requested, done: 9, total: 20 };
const ended = new Date().toISOString();
const failed = { status: 'FAILED', archiveId, requested, ended };
const ready = {
  status: 'READY',
  archiveId,
  requested,
  ended,
  expires: new Date(Date.now() + 6.5 * 86_400_000).toISOString(),
  bytes: 1_234_567,
  photos: {
    parts: [
      { iteration: 0, bytes: 2_000_000_000 },
      { iteration: 1, bytes: 5_000_000 },
    ],
    missing: 2,
  },
};
const open = (archive: object | null, answers: Answers = {}) =>
  showApp({
    path: '/settings/my-data',
    answers: {
      '/api/customers/customers/me': { body: customer },
      [`GET ${PATH}`]: { body: { archive } },
      ...answers,
    },
  });
const pressed = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('data is requested with the channel of the page, and then its progress is shown', async () => {
  const sent: unknown[] = [];
  await open(null, {
    [`POST ${PATH}`]: (_query, body) => {
      sent.push(body);
      return { status: 202, body: running };
    },
    [`GET ${PATH}`]: () => ({ body: { archive: sent.length > 0 ? running : null } }),
  });
  expect(await screen.findByText(/Your photos in full quality/)).toBeTruthy();
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Request my data' }));
  const bar = await screen.findByRole('progressbar', { name: 'We are preparing your data' });
  expect(bar.getAttribute('aria-valuenow')).toBe('45');
  expect(screen.getByText('45% done')).toBeTruthy();
  expect(screen.getByText(/We'll email you/)).toBeTruthy();
  expect(sent).toEqual([{ channel: 'pennyfern' }]);
});

test('ready data is downloaded zip by zip, the data first', async () => {
  const saved = watchSaved();
  await open(ready, {
    [`${PATH}/${archiveId}/url`]: { body: { url: '/media/data.zip' } },
    [`${PATH}/${archiveId}/photos/1/url`]: { body: { url: '/media/photos.zip' } },
  });
  expect(await screen.findByRole('heading', { name: 'Your data is ready to download' })).toBeTruthy();
  expect(screen.getByText('7 days left')).toBeTruthy();
  const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(names).toEqual(['Your data', 'Your photos (1 of 2)', 'Your photos (2 of 2)']);
  expect(screen.getByText(/^2 photos could not be included/)).toBeTruthy();
  await pressed('Download .zip: Your data');
  await waitFor(() => expect(saved.at(-1)?.href).toBe('/media/data.zip'));
  await pressed('Download .zip: Your photos (2 of 2)');
  await waitFor(() => expect(saved.at(-1)?.href).toBe('/media/photos.zip'));
  expect(screen.getByRole('button', { name: 'Request a new copy' })).toBeTruthy();
});

test('a failure is shown and can be retried', async () => {
  let isRequested = false;
  await open(failed, {
    [`POST ${PATH}`]: () => {
      isRequested = true;
      return { status: 202, body: running };
    },
    [`GET ${PATH}`]: () => ({ body: { archive: isRequested ? running : failed } }),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing has been lost');
  await pressed('Try again');
  expect(await screen.findByRole('progressbar')).toBeTruthy();
});

test('a customer who asks too often is told how long to wait', async () => {
  await open(null, { [`POST ${PATH}`]: { status: 429, body: {} } });
  await pressed('Request my data');
  expect((await screen.findByRole('alert')).textContent).toContain('try again tomorrow');
});

test('a customer who declines to sign in again finds the page unchanged', async () => {
  await open(null, { [`POST ${PATH}`]: { status: 401, body: { code: 'recent-sign-in-required' } } });
  await pressed('Request my data');
  await pressed('Not now');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: 'Request my data' })).toBeTruthy();
});

test.each([
  [ready, 'Your data is ready to download'],
  [failed, 'Your data could not be prepared'],
])('the bell announces it and links to it', async (archive, title) => {
  await open(archive);
  await userEvent.click(await screen.findByRole('button', { name: /^Notifications/ }));
  const link = await screen.findByRole('link', { name: new RegExp(title) });
  expect(link.getAttribute('href')).toBe('/settings/my-data');
});
