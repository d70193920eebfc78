// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showApp } from '#/app/screens.fixture.tsx';
import { ALL_ON, open, prepareScreens } from '#/features/library/albums/albums.fixture.ts';
import { fakePush } from '#/shared/push.fixture.ts';
import { API, EXPORT_ID, exportAnswers, ON, summary } from './exports.fixture.ts';

prepareScreens();

const DOWNLOADS = { 'GET /api/downloads/downloads': { body: { items: [] } } };
const listing = (...items: object[]) => exportAnswers({ ...DOWNLOADS, [`GET ${API}`]: { body: { items } } });
const row = async () => {
  const section = (await screen.findByRole('heading', { name: 'Photo exports' })).parentElement;
  return within(within(section as HTMLElement).getByRole('listitem'));
};

test('an export is followed from the request until it is ready, with what is inside [EXP-23]', async () => {
  const answers = listing(summary('REQUESTED'));
  const push = fakePush();
  await showApp({ path: '/downloads', answers, flags: ON, push });
  expect((await row()).getByText('Waiting to be created')).toBeTruthy();
  answers[`GET ${API}`] = { body: { items: [summary('IN_PROGRESS')] } };
  await act(async () => push.say('exports-changed', {}));
  expect(await screen.findByText('Being created...')).toBeTruthy();
  const pictures = ['/media/1/300', '/media/2/300'];
  answers[`GET ${API}`] = { body: { items: [summary('READY', { bytes: 2_086_667, pictures })] } };
  await act(async () => push.say('exports-changed', {}));
  expect(await screen.findByText('Available until 09 Mar 2026')).toBeTruthy();
  const ready = await row();
  expect(ready.getByText('439 photos · 1.99 MB · 01 Mar 2026')).toBeTruthy();
  const images = ready.getByRole('heading').closest('li')?.querySelectorAll('img') ?? [];
  expect([...images].map((one) => one.getAttribute('src'))).toEqual(pictures);
  const link = ready.getByRole('link', { name: 'Show zip files' });
  expect(link.getAttribute('href')).toBe(`/my-photos/exports/${EXPORT_ID}`);
});

test('one that failed leads to another one, and the page does not say that there are no downloads', async () => {
  await open('/downloads', listing(summary('FAILED')), ON);
  expect((await row()).getByText('Your photo export could not be created')).toBeTruthy();
  expect(screen.queryByText(/^Your downloads from the last few days/)).toBeNull();
  const link = (await row()).getByRole('link', { name: 'Create a new export' });
  expect(link.getAttribute('href')).toBe('/my-photos/photos?export=true');
});

test('none is listed without exports, or while exporting is off [FLG-09]', async () => {
  await open('/downloads', listing(), ON);
  expect(await screen.findByText(/^Your downloads from the last few days/)).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Photo exports' })).toBeNull();
  await open('/downloads', listing(summary('READY')), ALL_ON);
  expect(screen.queryByRole('heading', { name: 'Photo exports' })).toBeNull();
});
