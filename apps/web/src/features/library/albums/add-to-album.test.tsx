// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { leaveTopmost } from '#/shared/ui/layers.ts';
import { ALBUM, answersOf, open, prepareScreens, press } from './albums.fixture.ts';

prepareScreens();

const PATH = `/my-photos/albums/${ALBUM}`;

/** The picker for an album, opened from its page, with one of three photos picked. */
async function openPicked() {
  const { router } = await open('/my-photos/albums', answersOf(makePhotos(0, 3)));
  await act(() => router.navigate({ href: PATH }));
  await act(() => router.navigate({ href: `${PATH}/add` }));
  const [first] = await screen.findAllByRole('checkbox', { name: /^Photo taken/ });
  await userEvent.click(first as HTMLElement);
  expect(await screen.findByText('1 selected')).toBeTruthy();
  const leave = async () => {
    let hasLeft = false;
    await act(async () => {
      hasLeft = leaveTopmost('back');
    });
    return hasLeft;
  };
  const isAt = (path: string) => waitFor(() => expect(router.state.location.pathname).toBe(path));
  return { router, leave, isAt };
}

test('Back does not open the picker again once it is left', async () => {
  const { router, isAt } = await openPicked();
  await press('Cancel');
  await isAt(PATH);
  await act(async () => router.history.back());
  await isAt(PATH);
});

test('Escape keeps what was picked; Back puts it back, and then leaves', async () => {
  const { leave } = await openPicked();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByText('1 selected')).toBeTruthy();
  expect(await leave()).toBe(true);
  expect(await screen.findByText('0 selected')).toBeTruthy();
  expect(await leave()).toBe(false);
});

test('Escape leaves a picker in which nothing is picked', async () => {
  const { leave, isAt } = await openPicked();
  await leave();
  await screen.findByText('0 selected');
  await userEvent.keyboard('{Escape}');
  await isAt(PATH);
});
