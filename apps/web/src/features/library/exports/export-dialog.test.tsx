// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { ALL_ON, answersOf, open, prepareScreens, press } from '#/features/library/albums/albums.fixture.ts';
import { waiting } from '#/features/library/photos/photo-actions.fixture.ts';
import { connectErrorReports } from '#/shared/error-reports.ts';
import { API, EXPORT_ID, exportAnswers, ON, ready } from './exports.fixture.ts';

prepareScreens();
afterEach(() => connectErrorReports(null));

const PHOTOS = '/my-photos/photos';
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Export photos' }));
const alertText = async () => (await screen.findByRole('alert')).textContent;
const FAILED = "We've run into a problem exporting your photos...";

async function create(answers: Parameters<typeof exportAnswers>[0]) {
  const app = await open(PHOTOS, exportAnswers(answers), ON);
  await press('Export photos');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Create export' }));
  return app;
}

describe('the export dialog', () => {
  test('opens from the photos page and explains what will happen [EXP-01, EXP-02, EXP-03, EXP-04, EXP-05, EXP-06]', async () => {
    await open(PHOTOS, exportAnswers({}), ON);
    await press('Export photos');
    const shown = await dialog();
    expect(shown.getByText(/processed within 48 hours/)).toBeTruthy();
    expect(shown.getByText(/email you a link to download your zip/)).toBeTruthy();
    expect(shown.getByText(/valid for 7 days/)).toBeTruthy();
    expect(shown.getByRole('button', { name: 'Create export' })).toBeTruthy();
  });

  test('is not offered in an empty library', async () => {
    await open(PHOTOS, { ...answersOf([]) }, ON);
    await screen.findByText('Your photo library is empty');
    expect(screen.queryByRole('button', { name: 'Export photos' })).toBeNull();
  });

  test('is not offered while exporting is off [FLG-09]', async () => {
    await open(`${PHOTOS}?export=true`, exportAnswers({}), ALL_ON);
    await screen.findByRole('button', { name: 'Delete all photos' });
    expect(screen.queryByRole('button', { name: 'Export photos' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each(['REQUESTED', 'IN_PROGRESS'])(
    'waits for its answer, and for %s announces a mail [API-01, API-02, EXP-07, EXP-09, EXP-30]',
    async (status) => {
      const { answer, end } = waiting<{ body: unknown }>();
      const sent: unknown[] = [];
      const post = (_: URLSearchParams, body: unknown) => {
        sent.push(body);
        return answer;
      };
      await create({ [`POST ${API}`]: post });
      const pending = (await dialog()).getByRole<HTMLButtonElement>('button', {
        name: 'Requesting export...',
      });
      expect(pending.disabled).toBe(true);
      expect(sent).toEqual([{ channel: 'pennyfern' }]);
      end({ body: { status } });
      expect(
        await screen.findByText("We'll email you within 48 hours when your export is ready to download."),
      ).toBeTruthy();
      await userEvent.click((await dialog()).getByRole('button', { name: 'OK' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await press('Export photos');
      expect((await dialog()).getByRole('button', { name: 'Create export' })).toBeTruthy();
    },
  );

  test('leads to the page of an export that is already available [EXP-10]', async () => {
    const { router } = await create({
      [`POST ${API}`]: { body: ready() },
      [`${API}/${EXPORT_ID}`]: { body: ready() },
    });
    expect(await screen.findByRole('heading', { name: 'Your export is ready to download' })).toBeTruthy();
    expect(router.state.location.pathname).toBe(`/my-photos/exports/${EXPORT_ID}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test.each([
    ['an answer that is not ok [EXP-08]', { status: 400, body: {} }, 'requestExport:'],
    ['an export that failed [EXP-11]', { body: { status: 'FAILED' } }, 'Unable to generate backup request!'],
    ['an answer off its schema [EXP-12]', { body: { status: 'READY' } }, 'Unable to parse response!'],
  ])('can be retried, and reports a problem: %s', async (_what, answer, reported) => {
    const reports: string[] = [];
    connectErrorReports('/failures');
    const note = (_: URLSearchParams, sent: unknown) => {
      const { action, message } = sent as Record<string, string>;
      reports.push(`${action} ${message}`);
      return { body: {} };
    };
    // Avoids other failures, which would also count towards the ten reports per minute.
    const mydata = { '/api/customers/customers/me/mydata': { body: { archive: null } } };
    await create({ [`POST ${API}`]: answer, 'POST /failures': note, ...mydata });
    expect(await alertText()).toMatch(new RegExp(`^${FAILED.replaceAll('.', '\\.')}`));
    expect(reports.filter((report) => report.startsWith('REQUEST_EXPORT'))).toEqual([
      expect.stringContaining(`REQUEST_EXPORT_FAILED ${reported}`),
    ]);
    expect((await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Create export' }).disabled).toBe(
      false,
    );
  });

  test('says when the daily limit is reached [EXP-08]', async () => {
    await create({ [`POST ${API}`]: { status: 429, body: { code: 'too-many-requests' } } });
    expect(await alertText()).toMatch(
      /exporting your photos\.\.\. You have reached the daily limit for exports/,
    );
  });

  test('opens at the address linked from the page of an expired export [EXP-15]', async () => {
    const { router } = await open(`${PHOTOS}?export=true`, exportAnswers({}), ON);
    expect(await dialog()).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });
});
