// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { API, answersOf, FAILURE, open, prepareScreens } from '#/features/library/albums/albums.fixture.ts';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import {
  forgetActions,
  PHOTOS,
  select,
  toastTexts,
} from '#/features/library/photos/photo-actions.fixture.ts';
import { formatDifference } from './format-difference.ts';

prepareScreens();
afterEach(forgetActions);

const four = makePhotos(0, 4);
const [one = '', two = '', , last = ''] = four.map(({ imageId }) => imageId);
const dates = `POST ${API}/photos/dates`;
const CHANGE_ID = '01980000-0000-7000-8000-000000000018';
const CLOCKS = [
  { photoId: one, camera: { make: 'Nuvo', model: 'Nuvo 11' }, shiftSeconds: -3_780, photoIds: [one] },
  { photoId: two, camera: {}, shiftSeconds: 3_780, photoIds: [two, last] },
];

async function openBar(...places: number[]) {
  await select(...places);
  const bar = within(await screen.findByRole('toolbar'));
  await userEvent.click(await bar.findByRole('button', { name: 'More' }));
  return bar;
}

async function openDialog(answer: { status?: number; body: unknown }) {
  const sent: [string, unknown][] = [];
  const answers = answersOf(four);
  answers[`${dates}/clocks`] = (_, body) => {
    sent.push(['clocks', body]);
    return answer;
  };
  answers[`${dates}/preview`] = { body: { photosCount: 2, unchangedCount: 0, months: [] } };
  answers[dates] = (_, body) => {
    sent.push(['change', body]);
    return { body: { photosCount: 2, unchangedCount: 0, changeId: CHANGE_ID } };
  };
  answers[`${dates}/undo`] = (_, body) => {
    sent.push(['undo', body]);
    return { body: { photosCount: 2 } };
  };
  await open(PHOTOS, answers);
  const bar = await openBar(0, 1);
  await userEvent.click(bar.getByRole('button', { name: 'Same moment' }));
  return { form: within(await screen.findByRole('dialog', { name: 'Same moment' })), sent };
}

test('two photos of one moment move the photos of the camera that was wrong, and back', async () => {
  const { form, sent } = await openDialog({ body: { clocks: CLOCKS } });
  expect(await form.findByText(/their times differ by 1 hour 3 minutes/)).toBeTruthy();
  expect(form.getByText('One photo: 1 hour 3 minutes earlier')).toBeTruthy();
  expect(form.getByText('2 photos: 1 hour 3 minutes later')).toBeTruthy();
  expect(form.getByText(/up to 2 days before and after/)).toBeTruthy();
  expect(form.getByLabelText('Nuvo 11')).toBeTruthy();
  await userEvent.click(form.getByLabelText('Unnamed camera'));
  expect(await form.findByText('2 photos get another date.')).toBeTruthy();
  await userEvent.click(form.getByRole('button', { name: 'Change date' }));
  const change = { kind: 'shift', seconds: 3_780 };
  await waitFor(() =>
    expect(sent).toEqual([
      ['clocks', { photoIds: [one, two] }],
      ['change', { photoIds: [two, last], change }],
    ]),
  );
  await waitFor(() => expect(toastTexts()).toEqual([expect.stringContaining('Dates of 2 photos changed')]));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent[2]).toEqual(['undo', { changeId: CHANGE_ID }]));
});

test.each([
  ['date', /need a date with a time/],
  ['camera', /from the same camera/],
  ['time', /the clocks agree/],
])('says why there is nothing to move: %s', async (obstacle, text) => {
  const { form } = await openDialog({ body: { clocks: [], obstacle } });
  expect(await form.findByText(text)).toBeTruthy();
  expect(form.queryByRole('button', { name: 'Change date' })).toBeNull();
});

test('says that the times could not be compared, with a reference', async () => {
  const { form } = await openDialog(FAILURE);
  expect(await form.findByText(/Error: The times could not be compared/)).toBeTruthy();
  expect(screen.getByRole('dialog').textContent).toMatch(/Reference: \w{8}/);
});

test('says that it needs two photos, and asks nobody', async () => {
  await open(PHOTOS, answersOf(four));
  const bar = await openBar(0, 1, 2);
  await userEvent.click(bar.getByRole('button', { name: 'Same moment' }));
  const form = within(await screen.findByRole('dialog', { name: 'Same moment' }));
  expect(form.getByText('Select a photo of the same moment from each of the two cameras.')).toBeTruthy();
  await userEvent.click(form.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('3 selected')).toBeTruthy();
});

test.each([
  [1, 'en-GB', '1 second'],
  [-3_780, 'en-GB', '1 hour 3 minutes'],
  [90_061, 'de-AT', '1 Tag 1 Stunde 1 Minute 1 Sekunde'],
  [172_800, 'sv-SE', '2 dygn'],
])('a difference of %i seconds in %s is %s', (seconds, locale, words) => {
  expect(formatDifference(seconds, locale)).toBe(words);
});
