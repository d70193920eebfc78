// @vitest-environment happy-dom
import { dateFormat } from '@keepsake/contracts/platform/formats';
import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ALL_ON, open, prepareScreens, press } from '#/features/library/albums/albums.fixture.ts';
import { toastTexts, waiting, watchSaved } from '#/features/library/photos/photo-actions.fixture.ts';
import { API, EXPORT_ID, exportAnswers, ON, PAGE, ready } from './exports.fixture.ts';

prepareScreens();
afterEach(() => void vi.useRealTimers());

const show = (answer: object, more: object = {}) =>
  open(PAGE, exportAnswers({ [`${API}/${EXPORT_ID}`]: answer as { body: unknown }, ...more }), ON);
const dateIn = (days: number, from: string) =>
  dateFormat('en-US', { day: '2-digit', month: 'short', year: 'numeric' })
    .formatToParts(new Date(Date.parse(from) + days * DAY_MS))
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => value);

describe('the export page', () => {
  test('shows a spinner while loading [EXP-13]', async () => {
    const { answer, end } = waiting<{ body: unknown }>();
    await open(PAGE, exportAnswers({ [`${API}/${EXPORT_ID}`]: () => answer }), ON);
    expect(await screen.findByRole('status', { name: 'Loading your export' })).toBeTruthy();
    end({ body: ready() });
    await screen.findByRole('heading', { name: 'Your export is ready to download' });
    expect(screen.queryByRole('status', { name: 'Loading your export' })).toBeNull();
  });

  test('lists zips from 1 on, with sizes and expiry [RTE-09, EXP-19, EXP-20, EXP-22, EXP-23, EXP-25, EXP-29, EXP-31]', async () => {
    const found = ready();
    await show({ body: found });
    expect(await screen.findByRole('heading', { name: 'Your export is ready to download' })).toBeTruthy();
    const [month = '', day = '', year = ''] = dateIn(7, found.updated);
    expect(screen.getByText(new RegExp(`Available until ${day} ${month} ${year}`)).textContent).toContain(
      '6 days left',
    );
    const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    const back = within(screen.getByRole('main')).getByRole('link', { name: 'Downloads' });
    expect(back.getAttribute('href')).toBe('/downloads');
    expect(names).toEqual(['My Photos export (1 of 2)', 'My Photos export (2 of 2)']);
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
    expect(rows.filter((row) => row.includes('Download .zip'))).toEqual([
      expect.stringContaining('2.00 GB'),
      expect.stringContaining('1.50 MB'),
    ]);
    expect(screen.getAllByRole('button', { name: /^Download \.zip: My Photos export/ })).toHaveLength(2);
  });

  test('says how many photos its zips no longer contain', async () => {
    await show({ body: ready({ missing: 2 }) });
    expect(
      await screen.findByText(/^2 photos could not be included, because they have been deleted/),
    ).toBeTruthy();
  });

  test('first says how to open a zip on this device [EXP-21]', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Windows NT 10.0; Win64; x64)');
    await show({ body: ready() });
    const hint = await screen.findByText(/^Windows: right-click/);
    expect(hint.closest('details')).toBeNull();
    expect(screen.getByText(/^Mac: double-click/).closest('details')).toBeTruthy();
  });

  test('has the browser download a chunk from its signed address [EXP-32]', async () => {
    const saved = watchSaved();
    await show(
      { body: ready() },
      { [`${API}/${EXPORT_ID}/chunks/1/url`]: { body: { url: '/media/second.zip' } } },
    );
    await press('Download .zip: My Photos export (2 of 2)');
    await waitFor(() => expect(saved).toEqual([{ name: '', href: '/media/second.zip' }]));
  });

  test('reports a chunk that cannot be downloaded, and checks whether the export has expired', async () => {
    const answers = exportAnswers({ [`${API}/${EXPORT_ID}`]: { body: ready() } });
    await open(PAGE, answers, ON);
    await screen.findByRole('heading', { name: 'Your export is ready to download' });
    answers[`${API}/${EXPORT_ID}`] = { status: 404, body: {} };
    await press('Download .zip: My Photos export (1 of 2)');
    await waitFor(() => expect(toastTexts()).toEqual(['Download failed']));
    expect(await screen.findByText('Your download link has expired')).toBeTruthy();
  });

  test('that has expired says so and links to a new one [EXP-14, EXP-15]', async () => {
    const { router } = await show({ status: 404, body: {} });
    expect(await screen.findByText('Your download link has expired')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Create a new export' });
    link.click();
    expect(await screen.findByRole('dialog', { name: 'Export photos' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/my-photos/photos');
  });

  test.each([
    ['a status FAILED', { body: { status: 'FAILED' } }],
    ['an answer that is not ok', { status: 403, body: {} }],
    ['an answer off its schema', { body: { status: 'READY' } }],
  ])(
    'reports an error for %s, with a link back to the library [EXP-12, EXP-16, EXP-17]',
    async (_, answer) => {
      await show(answer);
      expect(await screen.findByText('Export error')).toBeTruthy();
      const back = screen.getByRole('link', { name: 'Back to your photos' });
      expect(back.getAttribute('href')).toBe('/my-photos/photos');
    },
  );

  test('says of one that failed that the photos are safe, and offers a new one [EXP-16, EXP-17]', async () => {
    await show({ body: { status: 'FAILED', backupId: EXPORT_ID } });
    expect(
      await screen.findByText(/^Your zip could not be created\. Your photos are safe in your library/),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create a new export' })).toBeTruthy();
  });

  test.each(['REQUESTED', 'IN_PROGRESS'])(
    'of one that is %s redirects to the photos [EXP-18]',
    async (status) => {
      const { router } = await show({ body: { status, backupId: EXPORT_ID } });
      await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/photos'));
    },
  );

  test('does not exist while exporting is off [FLG-09]', async () => {
    const { router } = await open(
      PAGE,
      exportAnswers({ [`${API}/${EXPORT_ID}`]: { body: ready() } }),
      ALL_ON,
    );
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});
