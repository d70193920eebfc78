// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Answers, showApp } from '#/app/screens.fixture.tsx';
import {
  ALBUM,
  ALL_ON,
  API,
  answersOf,
  FAILURE,
  open,
  prepareScreens,
  press,
} from '#/features/library/albums/albums.fixture.ts';
import { photosPush } from '#/features/library/photos/library-screen.fixture.tsx';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import {
  forgetActions,
  PHOTOS,
  select,
  tiles,
  waiting,
} from '#/features/library/photos/photo-actions.fixture.ts';

prepareScreens();
afterEach(forgetActions);

const DELETE = `DELETE ${API}/photos`;
const ACCOUNT = '/api/accounts/accounts/getaccountinformation';
const four = makePhotos(0, 4);
const ids = four.map(({ imageId }) => imageId);
const dialog = () => screen.findByRole('dialog');
const confirm = async (name: string) => userEvent.click(within(await dialog()).getByRole('button', { name }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** An account that may or may not delete photos now. */
const account = (isPhotoDeletionPermitted: boolean) => ({
  body: {
    accountId: ids[0],
    email: 'anna@example.com',
    registrationDate: '2026-01-01T00:00:00Z',
    isPhotoDeletionPermitted,
  },
});

/** Makes the server answer as after these photos were deleted. */
const without = (answers: Answers, gone: readonly string[]) =>
  void Object.assign(answers, answersOf(four.filter(({ imageId }) => !gone.includes(imageId))));

describe('deleting one photo', () => {
  test('asks, hides it immediately, waits, closes, and ends the selection [DEL-01, DEL-03, DEL-13, SEL-06]', async () => {
    const answers = answersOf(four);
    const { answer, end } = waiting<{ body: unknown }>();
    const sent: unknown[] = [];
    answers[DELETE] = (_, body) => {
      sent.push(body);
      return answer;
    };
    await open(PHOTOS, answers);
    await select(1);
    await press('Delete');
    expect((await dialog()).textContent).toContain('This cannot be undone.');
    expect(await screen.findAllByRole('checkbox', { name: /^Photo taken/, hidden: true })).toHaveLength(4);
    await confirm('Delete photo');
    await waitFor(() =>
      expect(screen.getAllByRole('checkbox', { name: /^Photo taken/, hidden: true })).toHaveLength(3),
    );
    const cancel = within(await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Cancel' });
    expect(cancel.disabled).toBe(true);
    expect(sent).toEqual([{ photoIds: [ids[1]] }]);
    without(answers, [ids[1] ?? '']);
    end({ body: { failed: [] } });
    await closed();
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
    expect(await tiles()).toHaveLength(3);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  test('that fails says so in the dialog; the photo is back and still selected [DEL-01, DEL-04, DEL-14, SEL-09]', async () => {
    await open(PHOTOS, { ...answersOf(four), [DELETE]: FAILURE });
    await select(1);
    await press('Delete');
    await confirm('Delete photo');
    expect((await screen.findByRole('alert')).textContent).toBe('Error: Your photo could not be deleted');
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(screen.getAllByRole('checkbox', { name: /^Photo taken/, hidden: true })).toHaveLength(4);
    await confirm('Cancel');
    await closed();
    expect(screen.getByText('1 selected')).toBeTruthy();
  });

  test('is disabled while the account does not permit it [DEL-20]', async () => {
    await open(PHOTOS, {
      ...answersOf(four),
      [ACCOUNT]: account(false),
    });
    await select(1);
    const button = within(await screen.findByRole('toolbar')).getByRole('button', { name: 'Delete' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    await userEvent.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('deleting several photos', () => {
  test('shows only failed ones again, and retries only those [DEL-02, DEL-05, DEL-14, DEL-17, SEL-09]', async () => {
    const answers = answersOf(four);
    const sent: unknown[] = [];
    answers[DELETE] = (_, body) => {
      sent.push(body);
      const isFirst = sent.length === 1;
      without(answers, isFirst ? ids.slice(0, 2) : ids.slice(0, 3));
      return { body: { failed: isFirst ? [ids[2]] : [] } };
    };
    await open(PHOTOS, answers);
    await select(0, 1, 2);
    await press('Delete');
    await screen.findByRole('dialog', { name: 'Delete 3 photos' });
    await confirm('Delete photos');
    expect((await screen.findByRole('alert')).textContent).toBe('Error: Your photos could not be deleted');
    expect((await dialog()).textContent).toMatch(/Reference: \w{8}/);
    await waitFor(() =>
      expect(screen.getAllByRole('checkbox', { name: /^Photo taken/, hidden: true })).toHaveLength(2),
    );
    await confirm('Delete photo');
    await closed();
    expect(sent).toEqual([{ photoIds: ids.slice(0, 3) }, { photoIds: [ids[2]] }]);
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
    expect(await tiles()).toHaveLength(1);
  });

  test('reloads timeline, counts and latest photos [TL-41, DEL-02, DEL-03]', async () => {
    const answers = answersOf(four);
    answers[DELETE] = () => {
      without(answers, ids.slice(0, 2));
      return { body: { failed: [] } };
    };
    const { router } = await open('/', answers);
    expect(await screen.findByText('4 photos in your library')).toBeTruthy();
    await router.navigate({ to: PHOTOS });
    await select(0, 1);
    await press('Delete');
    await confirm('Delete photos');
    await closed();
    expect(await screen.findByRole('link', { name: 'Photos 2' })).toBeTruthy();
    await waitFor(async () => expect(await tiles()).toHaveLength(2));
    await router.navigate({ to: '/' });
    expect(await screen.findByText('2 photos in your library')).toBeTruthy();
    await waitFor(() =>
      expect(document.querySelectorAll('main img, main [data-photo]').length).toBeLessThan(4),
    );
  });

  test('continues while the customer moves to a page of another layout, and reports its failure there [DEL-01, DEL-14]', async () => {
    const answers = answersOf(four);
    const { answer, end } = waiting<{ status?: number; body: unknown }>();
    answers[DELETE] = () => answer;
    const { router } = await open(PHOTOS, answers);
    await select(1);
    await press('Delete');
    await confirm('Delete photo');
    await router.navigate({ to: '/my-photos/photos/preview/$photoId', params: { photoId: ids[3] ?? '' } });
    expect(within(await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(
      true,
    );
    end(FAILURE);
    expect((await screen.findByRole('alert')).textContent).toBe('Error: Your photo could not be deleted');
    expect((await dialog()).textContent).toMatch(/Reference: \w{8}/);
  });
});

describe('the confirmation for photos that are deleted elsewhere', () => {
  const askBeside = async (answers: Answers, ...places: number[]) => {
    const push = photosPush();
    await showApp({ path: PHOTOS, answers, flags: ALL_ON, push });
    await select(...places);
    await press('Delete');
    const sayDeleted = (...gone: string[]) => {
      without(answers, gone);
      return act(async () => push.say('deleted', gone));
    };
    return sayDeleted;
  };

  test('is about the remaining ones [DEL-02]', async () => {
    const answers = answersOf(four);
    const sent: unknown[] = [];
    answers[DELETE] = (_, body) => {
      sent.push(body);
      return { body: { failed: [] } };
    };
    const sayDeleted = await askBeside(answers, 0, 1, 2);
    await screen.findByRole('dialog', { name: 'Delete 3 photos' });
    await sayDeleted(ids[1] ?? '');
    await screen.findByRole('dialog', { name: 'Delete 2 photos' });
    await confirm('Delete photos');
    await closed();
    expect(sent).toEqual([{ photoIds: [ids[0], ids[2]] }]);
  });

  test('closes when none is left [DEL-02]', async () => {
    const sayDeleted = await askBeside(answersOf(four), 0, 1);
    await screen.findByRole('dialog', { name: 'Delete 2 photos' });
    await sayDeleted(ids[0] ?? '', ids[1] ?? '');
    await closed();
    expect(screen.getByText('0 selected')).toBeTruthy();
  });

  test('keeps what was confirmed while push messages of its own deletion arrive [DEL-02, DEL-03]', async () => {
    const answers = answersOf(four);
    const { answer, end } = waiting<{ body: unknown }>();
    answers[DELETE] = () => answer;
    const sayDeleted = await askBeside(answers, 0, 1);
    await confirm('Delete photos');
    await sayDeleted(ids[0] ?? '', ids[1] ?? '');
    expect(screen.getByRole('dialog', { name: 'Delete 2 photos' })).toBeTruthy();
    end({ body: { failed: [] } });
    await closed();
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  });
});

describe('deleting a photo of an album', () => {
  const openRemoval = async (isPermitted: boolean) => {
    await open(`/my-photos/albums/${ALBUM}`, {
      ...answersOf(four),
      [ACCOUNT]: account(isPermitted),
    });
    await tiles();
    await select(0);
    await press('Remove from album');
    return within(await dialog());
  };

  test('is offered beside removing it, as a link on desktop [DEL-06, DEL-07]', async () => {
    const removal = await openRemoval(true);
    const link = removal.getByRole('button', { name: 'Delete photo' });
    expect(link.className).not.toContain('Button-root');
    await userEvent.click(link);
    expect(await screen.findByText(/deleted from your library and from all albums/)).toBeTruthy();
  });

  test('is a button on a phone [DEL-07]', async () => {
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5);
    const button = (await openRemoval(true)).getByRole('button', { name: 'Delete photo' });
    expect(button.className).toContain('Button-root');
  });

  test('is not offered while it is not permitted [DEL-06]', async () => {
    const removal = await openRemoval(false);
    await waitFor(() => expect(removal.queryByRole('button', { name: 'Delete photo' })).toBeNull());
  });
});
