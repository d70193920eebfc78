// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type Answers, customer, showApp } from '#/app/screens.fixture.tsx';
import {
  ALBUM,
  ALL_ON,
  albumPush,
  DONE,
  OWNER,
  open,
  prepareScreens,
  press,
  SHARED,
  sharedAnswersOf,
  VIEWER,
} from '#/features/library/albums/albums.fixture.ts';
import { setWindow } from '#/features/library/photos/library-screen.fixture.tsx';

prepareScreens();
const PATH = `/my-photos/shared-albums/${ALBUM}`;
const BASE = `${SHARED}/shared-albums/${ALBUM}`;
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('a shared album', () => {
  test('fills the window, without the menu, and shows its details [RTE-07] [RTE-11] [SHA-01]', async () => {
    await open(PATH, sharedAnswersOf({ ownerId: OWNER }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Wedding' })).toBeTruthy();
    expect((await screen.findByRole('note')).textContent).toContain('Shared albums are no longer supported.');
    expect(screen.queryByRole('navigation', { name: 'Account' })).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });

  test('shows all of its name after a press on a phone, where a long one is cut', async () => {
    setWindow(390, 844);
    await open(PATH, sharedAnswersOf({ ownerId: OWNER }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Wedding' });
    const name = await within(heading).findByRole('button', { name: 'Wedding', expanded: false });
    expect(within(name).getByText('Wedding').className).not.toBe('');
    await userEvent.click(name);
    expect(name.getAttribute('aria-expanded')).toBe('true');
    expect(within(name).getByText('Wedding').className).toBe('');
  });

  test('shows its owner who can see it [SHA-02] [SHA-03] [SHA-04] [SHA-25]', async () => {
    await open(PATH, sharedAnswersOf({ ownerId: VIEWER }));
    await press('2 participants');
    const list = await dialog('Participants');
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'p0@example.com',
      'p1@example.com',
    ]);
    expect(screen.queryByText(/owner@example.com/)).toBeNull();
  });

  test('is its owner’s by the customer’s id, whatever the subject of the retailer’s own provider [SHA-02]', async () => {
    const me = { '/api/customers/customers/me': { body: { ...customer, customerId: OWNER } } };
    await open(PATH, { ...sharedAnswersOf({ ownerId: OWNER }), ...me });
    expect(await screen.findByRole('button', { name: '2 participants' })).toBeTruthy();
  });

  test('shows a participant only who owns it [SHA-02] [SHA-05] [SHA-25]', async () => {
    await open(PATH, sharedAnswersOf({ ownerId: OWNER }));
    expect(await screen.findByText('Owner: owner@example.com')).toBeTruthy();
    expect(screen.queryByText(/participant/)).toBeNull();
  });

  test('allows downloading, and says why nothing else [SHA-06] [SHA-07] [SHA-08] [SHA-09] [SHA-10]', async () => {
    await open(PATH, sharedAnswersOf({ ownerId: OWNER }));
    await screen.findAllByRole('link', { name: /^Photo taken/ });
    await press('Select');
    await userEvent.click(
      (await screen.findAllByRole('checkbox', { name: /^Photo taken/ }))[0] as HTMLElement,
    );
    const bar = within(await screen.findByRole('toolbar'));
    const states = bar
      .getAllByRole('button')
      .map((button) => [button.textContent, button.getAttribute('aria-disabled')]);
    expect(states).toEqual([
      ['Download', 'false'],
      ['Order photo prints', 'true'],
      ['Copy to album', 'true'],
      ['Remove from album', 'true'],
      ['Delete', 'true'],
    ]);
    expect(bar.getAllByRole('tooltip').map(({ textContent }) => textContent)).toEqual(
      Array(4).fill('Unavailable for shared albums'),
    );
  });

  test('has one row of controls on a phone; the menu deletes it', async () => {
    setWindow(390, 844);
    await open(PATH, sharedAnswersOf({ ownerId: OWNER }));
    await screen.findAllByRole('link', { name: /^Photo taken/ });
    expect(screen.queryByRole('combobox')).toBeNull();
    await press('More');
    await userEvent.click(screen.getAllByRole('button', { name: 'Delete album' }).at(-1) as HTMLElement);
    expect(await screen.findByRole('dialog', { name: 'Delete album' })).toBeTruthy();
  });

  test('opens its photos [SHA-06]', async () => {
    const { router } = await open(PATH, sharedAnswersOf({ ownerId: OWNER }));
    const [first] = await screen.findAllByRole('link', { name: /^Photo taken/ });
    await userEvent.click(first as HTMLElement);
    await waitFor(() => expect(router.state.location.pathname).toContain(`${PATH}/preview/`));
  });

  test('that is empty says so [SHA-11]', async () => {
    await open(PATH, sharedAnswersOf({ ownerId: OWNER, photosCount: 0 }));
    expect(await screen.findByText('This album is empty')).toBeTruthy();
  });

  test('shows the newest uploads first, or sorts by the date taken [SHA-12] [SRT-07]', async () => {
    const requested: string[] = [];
    const answers = sharedAnswersOf({ ownerId: OWNER });
    const page = answers[`${BASE}/photos`];
    answers[`${BASE}/photos`] = (query) => {
      requested.push(`${query.get('sortKey')} ${query.get('sortOrder')}`);
      return page as { body: unknown };
    };
    await open(PATH, answers);
    await waitFor(() => expect(requested).toEqual(['created desc']));
    await userEvent.selectOptions(screen.getByRole('combobox'), 'Date taken');
    await waitFor(() => expect(requested).toEqual(['created desc', 'dateTaken desc']));
  });

  test('redirects to the root without its flag [RTE-15] [FLG-06]', async () => {
    const { PhotoManagementSharedAlbumsViewEnabled: _, ...flags } = ALL_ON;
    const { router } = await open(PATH, sharedAnswersOf({ ownerId: OWNER }), flags);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  test('redirects to the albums when the customer can no longer see it', async () => {
    const push = albumPush();
    const answers = sharedAnswersOf({ ownerId: OWNER });
    const { router } = await showApp({ path: PATH, answers, flags: ALL_ON, push });
    await screen.findByText('Owner: owner@example.com');
    for (const part of ['', '/participants', '/photos', '/layout']) {
      answers[`${BASE}${part}`] = { status: 404, body: { code: 'not-found' } };
    }
    act(() => push.sayAlbumsChanged([ALBUM]));
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/albums'));
    expect(await screen.findByText('The album Wedding is no longer available')).toBeTruthy();
  });
});

describe('deleting a shared album', () => {
  const remove = (answers: Answers): Answers => ({ ...answers, [`DELETE ${BASE}`]: DONE });

  test('tells its owner that it is deleted for everybody, and that photos stay [SHA-13] [SHA-14]', async () => {
    const { router } = await open(PATH, remove(sharedAnswersOf({ ownerId: VIEWER })));
    await press('More');
    await press('Delete album');
    const found = await dialog('Delete album');
    expect(found.getByText(/Wedding will be removed for all participants. All photos stay/)).toBeTruthy();
    await userEvent.click(found.getByRole('button', { name: 'Delete album' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/albums'));
    expect(screen.getByText('Wedding album deleted')).toBeTruthy();
  });

  test('tells a participant that it disappears for them, with the photos they added [SHA-13] [SHA-15]', async () => {
    await open(PATH, remove(sharedAnswersOf({ ownerId: OWNER })));
    await press('More');
    await press('Delete album');
    const found = await dialog('Delete album');
    expect(
      found.getByText(
        /You will no longer see the album Wedding, and the photos you added to it will be removed from it/,
      ),
    ).toBeTruthy();
  });
});
