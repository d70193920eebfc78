// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Answers } from '#/app/screens.fixture.tsx';
import { makeLayout, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { select } from '#/features/library/photos/photo-actions.fixture.ts';
import { ALBUM, API, answersOf, FAILURE, open, prepareScreens, press } from './albums.fixture.ts';

prepareScreens();
const PATH = `/my-photos/albums/${ALBUM}`;
const PLACE = `PUT ${API}/albums/${ALBUM}/own-order/photos`;
const OWN = `PUT ${API}/albums/${ALBUM}/own-order`;
const four = makePhotos(0, 4);
const ids = four.map(({ imageId }) => imageId);
const bar = async () => within(await screen.findByRole('toolbar'));

async function openMoving(...places: number[]): Promise<void> {
  await select(...places);
  await userEvent.click((await bar()).getByRole('button', { name: 'More' }));
  await press('Move');
  await screen.findByRole('button', { name: 'To the end' });
}

/** A server that stores moves; `sent` are its calls. */
function server(moves: Answers[string] = { status: 204, body: undefined }) {
  const sent: unknown[] = [];
  const answers: Answers = answersOf(four);
  answers[PLACE] = (query, body, key) => {
    sent.push(body);
    return typeof moves === 'function' ? moves(query, body, key) : moves;
  };
  answers[OWN] = (_, body) => {
    sent.push(body);
    Object.assign(answers, answersOf(four, body as { isInOwnOrder: boolean }));
    return { status: 204, body: undefined };
  };
  return { answers, sent };
}

const shown = { sortKey: 'created', sortOrder: 'desc' };

test('photos are moved press by press, each beside what the one before made', async () => {
  const { answers, sent } = server();
  await open(PATH, answers);
  await openMoving(3);
  await press('Earlier');
  await press('Earlier');
  await press('To the beginning');
  await press('To the beginning');
  expect((await bar()).getByRole('status').textContent).toBe('Now in place 1 of 4');
  await waitFor(() =>
    expect(sent).toEqual([2, 1, 0].map((index) => ({ photoIds: [ids[3]], before: ids[index], shown }))),
  );
  expect(screen.getByText('1 selected')).toBeTruthy();
  await press('Back');
  expect((await bar()).getByRole('button', { name: 'More' })).toBe(document.activeElement);
});

test('several photos stand side by side at the end', async () => {
  const { answers, sent } = server();
  await open(PATH, answers);
  await openMoving(2, 0);
  await press('To the end');
  await waitFor(() => expect(sent).toEqual([{ photoIds: [ids[0], ids[2]], before: null, shown }]));
  expect((await screen.findByRole('button', { name: 'Later' })).getAttribute('aria-disabled')).toBe('true');
});

test('a move that failed is told, and the next one begins with what the album is', async () => {
  const { answers, sent } = server(FAILURE);
  await open(PATH, answers);
  await openMoving(3);
  await press('To the beginning');
  const toast = await screen.findByText(/The order could not be changed/);
  expect(within(toast).getByText(/Reference/)).toBeTruthy();
  await press('Earlier');
  await waitFor(() => expect(sent.at(-1)).toEqual({ photoIds: [ids[3]], before: ids[2], shown }));
});

test('an album in its own order is read so, and a sort ends that for this album', async () => {
  const { answers, sent } = server();
  const read: string[] = [];
  answers[`${API}/albums/${ALBUM}/layout`] = (query) => {
    read.push(String(query));
    return { body: makeLayout(four) };
  };
  Object.assign(answers, {
    [`${API}/albums/${ALBUM}`]: answersOf(four, { isInOwnOrder: true })[`${API}/albums/${ALBUM}`],
  });
  await open(PATH, answers);
  const sort = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
  expect(sort.value).toBe('own');
  expect(screen.queryByRole('button', { name: /Newest first|Oldest first/ })).toBeNull();
  await waitFor(() => expect(read.some((query) => query.includes('inOwnOrder=true'))).toBe(true));
  await userEvent.selectOptions(sort, 'dateTaken');
  await waitFor(() => expect(sort.value).toBe('dateTaken'));
  await userEvent.selectOptions(sort, 'own');
  await waitFor(() => expect(sort.value).toBe('own'));
  expect(sent).toEqual([{ isInOwnOrder: false }, { isInOwnOrder: true }]);
});
