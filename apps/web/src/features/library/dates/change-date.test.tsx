// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { API, answersOf, FAILURE, open, prepareScreens } from '#/features/library/albums/albums.fixture.ts';
import { makePhoto, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import {
  forgetActions,
  PHOTOS,
  select,
  toastTexts,
} from '#/features/library/photos/photo-actions.fixture.ts';

prepareScreens();
afterEach(forgetActions);

const four = makePhotos(0, 4);
const ids = four.map(({ imageId }) => imageId);
const [CHANGE, PREVIEW, UNDO] = ['', '/preview', '/undo'].map(
  (path) => `POST ${API}/photos/dates${path}`,
) as [string, string, string];
const CHANGE_ID = '01980000-0000-7000-8000-000000000018';

/** Records what is sent. */
function recording(
  answer: { status?: number; body: unknown } = {
    body: { photosCount: 2, unchangedCount: 0, changeId: CHANGE_ID },
  },
) {
  const sent: [string, unknown][] = [];
  const answers = answersOf(four);
  answers[PREVIEW] = {
    body: {
      photosCount: 1,
      unchangedCount: 1,
      first: { from: '2024-03-09T15:04:05', to: '2024-03-08T15:04:05' },
      last: { to: '1974-07-01T12:00:00' },
      months: [
        { month: '1970-01', change: -1 },
        { month: '1974-07', change: 1 },
      ],
    },
  };
  answers[CHANGE] = (_, body) => {
    sent.push(['change', body]);
    return answer;
  };
  answers[UNDO] = (_, body) => {
    sent.push(['undo', body]);
    return { body: { photosCount: 2 } };
  };
  return { answers, sent };
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Change date' }));
async function openDialog() {
  await select(0, 2);
  const bar = within(await screen.findByRole('toolbar'));
  await userEvent.click(await bar.findByRole('button', { name: 'More' }));
  await userEvent.click(bar.getByRole('button', { name: 'Change date' }));
  return dialog();
}

test('a selection gets a year alone, after a preview, and Undo takes it back', async () => {
  const { answers, sent } = recording();
  await open(PHOTOS, answers);
  const form = await openDialog();
  await userEvent.type(form.getByLabelText('Year'), '1974');
  expect(await form.findByText(/One photo gets another date\..*One photo stays as it is\./)).toBeTruthy();
  expect(form.getByText('9 March 2024 at 15:04 → 1974')).toBeTruthy();
  expect(form.getByText('Photos by month: Unknown Date −1 · July 1974 +1')).toBeTruthy();
  await userEvent.click(form.getByRole('button', { name: 'Change date' }));
  await waitFor(() =>
    expect(sent).toEqual([['change', { photoIds: [ids[0], ids[2]], change: { kind: 'set', date: '1974' } }]]),
  );
  await waitFor(() => expect(toastTexts()).toEqual([expect.stringContaining('Dates of 2 photos changed')]));
  expect(screen.queryByRole('toolbar')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent[1]).toEqual(['undo', { changeId: CHANGE_ID }]));
  await waitFor(() => expect(toastTexts().join()).toContain('The earlier dates are back'));
});

test('a tile says the year where nothing else is certain, its name no more than that', async () => {
  const dated = makePhoto(1, { dateTaken: '1974-07-01T12:00:00', datePrecision: 'year' });
  const exact = makePhoto(2, { dateTaken: '1974-07-02T12:00:00' });
  await open(PHOTOS, answersOf([exact, dated]));
  const tile = await screen.findByRole('link', { name: 'Taken in 1974' });
  expect(screen.getAllByText('1974')).toHaveLength(1);
  expect(tile.closest('[data-tile], li, article, div')?.parentElement?.textContent).toContain('1974');
});

test('says beforehand that photos of January 1970 stay under Unknown Date [TL-07]', async () => {
  const { answers } = recording();
  await open(PHOTOS, answers);
  const form = await openDialog();
  await userEvent.type(form.getByLabelText('Year'), '1970');
  expect(form.queryByText(/stay under the heading/)).toBeNull();
  await userEvent.selectOptions(form.getByLabelText('Month'), 'January');
  expect(form.getByText(/stay under the heading 'Unknown Date'/)).toBeTruthy();
});

test('a clock is set right by hours, also backwards; nothing is sent without a time', async () => {
  const { answers, sent } = recording();
  await open(PHOTOS, answers);
  const form = await openDialog();
  await userEvent.click(form.getByLabelText('Shift the time'));
  await userEvent.click(form.getByRole('button', { name: 'Change date' }));
  expect(await form.findByText(/Enter by how much/)).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.type(form.getByLabelText('Hours'), '2');
  await userEvent.selectOptions(form.getByLabelText('Direction'), 'Earlier');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(form.getByRole('button', { name: 'Change date' }));
  const change = { kind: 'shift', seconds: -7_200 };
  await waitFor(() => expect(sent).toEqual([['change', { photoIds: [ids[0], ids[2]], change }]]));
});

test.each([
  [{ year: '1787' }, 'Year', /Enter a date from/],
  [{ year: '2021', month: 'February', day: '31' }, 'Day', 'There are only 28 days in February 2021.'],
  [{ year: '2021', day: '3' }, 'Day', /A day needs its month/],
  [{ year: '2021', time: '10:20:30' }, 'Time', /a time its day/],
])('of a date that is none, %o, the wrong field is named and focused', async (typed, wrong, message) => {
  const { answers, sent } = recording();
  await open(PHOTOS, answers);
  const form = await openDialog();
  for (const [name, value] of Object.entries(typed)) {
    const field = form.getByLabelText(`${name[0]?.toUpperCase()}${name.slice(1)}`);
    if (name === 'month') await userEvent.selectOptions(field, value);
    else fireEvent.change(field, { target: { value } });
  }
  await userEvent.click(form.getByRole('button', { name: 'Change date' }));
  expect(form.getByRole('alert').textContent).toMatch(message);
  expect(document.activeElement).toBe(form.getByLabelText(wrong));
  expect(form.getByLabelText(wrong).getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
});

test('what was typed is not lost by Escape without a question', async () => {
  await open(PHOTOS, recording().answers);
  const form = await openDialog();
  await userEvent.type(form.getByLabelText('Year'), '1988');
  await userEvent.keyboard('{Escape}');
  const question = within(await screen.findByRole('dialog', { name: 'Discard changes?' }));
  await userEvent.click(question.getByRole('button', { name: 'Keep editing' }));
  expect(form.getByLabelText('Year')).toHaveProperty('value', '1988');
  expect(form.getByText(/under July of that year/)).toBeTruthy();
});

test('a refused change stays open with its reference, and the selection stays', async () => {
  const { answers } = recording(FAILURE);
  await open(PHOTOS, answers);
  const form = await openDialog();
  await userEvent.click(form.getByLabelText("Back to the camera's date"));
  await userEvent.click(form.getByRole('button', { name: 'Change date' }));
  expect(await form.findByText(/Error: The date could not be changed/)).toBeTruthy();
  expect(screen.getByRole('dialog').textContent).toMatch(/Reference: \w{8}/);
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('2 selected')).toBeTruthy();
});
