// @vitest-environment happy-dom
import type { DateReason } from '@keepsake/contracts/library/date-candidates';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { API, answersOf, open, prepareScreens } from '#/features/library/albums/albums.fixture.ts';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { forgetActions, PHOTOS, toastTexts } from '#/features/library/photos/photo-actions.fixture.ts';

prepareScreens();
afterEach(forgetActions);

const four = makePhotos(0, 4).map((photo) => Object.assign(photo, { dateTaken: undefined }));
const [one = '', , three = '', other = ''] = four.map(({ imageId }) => imageId);
const dates = `POST ${API}/photos/dates`;
const candidate = (date: string, ...reasons: DateReason[]) => ({ date, reasons });
const ITALY = candidate('1974-07', { kind: 'name' }, { kind: 'album-name', albumName: 'Italy' });
const SCAN = candidate('1981', { kind: 'neighbours', fileNames: ['Scan 1.jpg', 'Scan 3.jpg'] });

type Suggested = { photoId: string; candidates: ReturnType<typeof candidate>[] }[];

/** Opens the dialog for three photos; returns it, and what is sent. */
async function openDialog(suggested: Suggested) {
  const sent: [string, unknown][] = [];
  const answers = answersOf(four);
  let changes = 0;
  answers[`${dates}/suggestions`] = (_, body) => {
    sent.push(['suggest', body]);
    return { body: { photos: suggested } };
  };
  answers[`${dates}/preview`] = (_, body) => {
    sent.push(['preview', body]);
    return { body: { photosCount: 1, unchangedCount: 0, months: [] } };
  };
  answers[dates] = (_, body) => {
    sent.push(['change', body]);
    changes += 1;
    return {
      body: { photosCount: 1, unchangedCount: 0, changeId: `0198000${changes}-0000-7000-8000-000000000018` },
    };
  };
  answers[`${dates}/undo`] = (_, body) => {
    sent.push(['undo', body]);
    return { body: { photosCount: 1 } };
  };
  await open(PHOTOS, answers);
  await screen.findAllByRole('link', { name: /^photo-/ });
  await userEvent.click(screen.getByRole('button', { name: 'Select' }));
  const boxes = await screen.findAllByRole('checkbox', { name: /^photo-/ });
  for (const place of [0, 2, 3]) await userEvent.click(boxes[place] as HTMLElement);
  const bar = within(await screen.findByRole('toolbar'));
  await userEvent.click(await bar.findByRole('button', { name: 'More' }));
  await userEvent.click(bar.getByRole('button', { name: 'Change date' }));
  return { form: within(await screen.findByRole('dialog', { name: 'Change date' })), sent };
}

const ofKind = (sent: [string, unknown][], kind: string) =>
  sent.filter(([name]) => name === kind).map(([, body]) => body);

test('a suggestion says why, fills the fields and changes its photos alone', async () => {
  const { form, sent } = await openDialog([{ photoId: three, candidates: [ITALY] }]);
  const button = await form.findByRole('button', { name: /July 1974/ });
  expect(button.textContent).toBe("July 19741 photo · from the file name · from the album 'Italy'");
  expect(ofKind(sent, 'suggest')).toEqual([{ photoIds: [one, three, other] }]);
  await userEvent.click(button);
  expect(button.getAttribute('aria-pressed')).toBe('true');
  expect(form.getByLabelText<HTMLInputElement>('Year').value).toBe('1974');
  expect(form.getByLabelText<HTMLSelectElement>('Month').value).toBe('07');
  await userEvent.click(form.getByRole('button', { name: 'Change date' }));
  const change = { kind: 'set', date: '1974-07' };
  await waitFor(() => expect(ofKind(sent, 'change')).toEqual([{ photoIds: [three], change }]));
});

test('a second press lets go: the date is for the whole selection', async () => {
  const { form, sent } = await openDialog([{ photoId: three, candidates: [SCAN] }]);
  const button = await form.findByRole('button', { name: /1981.*between Scan 1\.jpg and Scan 3\.jpg/ });
  await userEvent.click(button);
  await userEvent.click(button);
  expect(button.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(form.getByRole('button', { name: 'Change date' }));
  const change = { kind: 'set', date: '1981' };
  await waitFor(() => expect(ofKind(sent, 'change')).toEqual([{ photoIds: [one, three, other], change }]));
});

test('each photo gets its own date by one press, and all are undone by one', async () => {
  const { form, sent } = await openDialog([
    { photoId: one, candidates: [ITALY] },
    { photoId: three, candidates: [SCAN] },
    { photoId: other, candidates: [ITALY, SCAN] },
  ]);
  expect(await form.findByText('For one photo the suggestions differ. Choose one yourself.')).toBeTruthy();
  await userEvent.click(form.getByRole('button', { name: /Each its own date.*2 photos/ }));
  expect(form.queryByLabelText('Year')).toBeNull();
  expect(form.getByText('2 photos get another date.')).toBeTruthy();
  expect(form.getByText('July 1974 · 1 photo')).toBeTruthy();
  await userEvent.click(form.getByRole('button', { name: 'Change date' }));
  await waitFor(() =>
    expect(ofKind(sent, 'change')).toEqual([
      { photoIds: [one], change: { kind: 'set', date: '1974-07' } },
      { photoIds: [three], change: { kind: 'set', date: '1981' } },
    ]),
  );
  await waitFor(() => expect(toastTexts()).toEqual([expect.stringContaining('Dates of 2 photos changed')]));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(ofKind(sent, 'undo')).toHaveLength(2));
});

test('nothing is shown where there is nothing to suggest', async () => {
  const { form, sent } = await openDialog([]);
  await waitFor(() => expect(ofKind(sent, 'suggest')).toHaveLength(1));
  expect(form.queryByText('Suggestions')).toBeNull();
  expect(form.getByLabelText('Year')).toBeTruthy();
});
