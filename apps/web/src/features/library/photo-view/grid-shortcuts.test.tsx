// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ALBUM, answersOf, open, prepareScreens } from '#/features/library/albums/albums.fixture.ts';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';

prepareScreens();

test('a question mark lists the shortcuts on a page of photos, but not in a field', async () => {
  await open(`/my-photos/albums/${ALBUM}`, answersOf(makePhotos(0, 3)));
  await screen.findAllByRole('link', { name: /^Photo taken/ });
  await userEvent.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(dialog).getByText('Select a range')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Sea, edit the name' }));
  await userEvent.type(await screen.findByLabelText('Album name'), '?');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});
