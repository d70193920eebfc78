// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { customer, showApp } from '#/app/screens.fixture.tsx';
import { prepareScreens } from '#/features/library/albums/albums.fixture.ts';

prepareScreens();

const download = (at: number, status: 'started' | 'finished' | 'error') => ({
  id: `0190a5a5-0000-7000-8000-00000000000${at}`,
  name: `Archive ${at}`,
  status,
  photosCount: 3,
  pictures: [],
  created: `2026-03-0${at}T10:00:00Z`,
  expires: '2026-03-12T10:00:00Z',
});

async function showHome(items: ReturnType<typeof download>[]) {
  await showApp({
    path: '/',
    answers: {
      '/api/customers/customers/me': { body: customer },
      '/api/photo-management/users/counts': { body: { photosCount: 0, albumsCount: 0 } },
      '/api/downloads/downloads': { body: { items } },
    },
  });
}
const panel = () => screen.queryByRole('heading', { level: 2, name: 'Notifications' })?.parentElement ?? null;

test('lists finished archives, newest first, and counts new ones until they are viewed', async () => {
  await showHome([download(1, 'finished'), download(3, 'error'), download(2, 'started')]);
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 2 new' }));
  const links = screen.getAllByRole('link', { name: /Archive/ });
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Download failedArchive 303 Mar 2026',
    'Your download is readyArchive 101 Mar 2026',
  ]);
  expect(links[0]?.getAttribute('href')).toBe('/downloads');
  await userEvent.keyboard('{Escape}');
  expect(panel()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Notifications' }));
});

test('closes on its own after ten seconds, not counting hovered time [NTF-02]', async () => {
  await showHome([]);
  const bell = await screen.findByRole('button', { name: 'Notifications' });
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  fireEvent.click(bell);
  expect(panel()?.textContent).toContain('Nothing new.');
  pass(6_000);
  fireEvent.pointerEnter(panel() as Element);
  pass(60_000);
  fireEvent.pointerLeave(panel() as Element);
  pass(3_999);
  expect(panel()).not.toBeNull();
  pass(1);
  expect(panel()).toBeNull();
  vi.useRealTimers();
});
