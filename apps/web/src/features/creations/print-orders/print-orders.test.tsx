// @vitest-environment happy-dom
import { EDITOR_HANDOFF_MS } from '@keepsake/contracts/platform/limits';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { type Answers, showApp } from '#/app/screens.fixture.tsx';
import {
  ALBUM,
  ALL_ON,
  answersOf,
  API as PHOTO_API,
  prepareScreens,
  press,
} from '#/features/library/albums/albums.fixture.ts';
import { setWindow } from '#/features/library/photos/library-screen.fixture.tsx';
import { idOf, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import {
  PHOTOS,
  select,
  tiles,
  toastTexts,
  waiting,
} from '#/features/library/photos/photo-actions.fixture.ts';
import { storageAccount } from '#/features/library/retention/storage-account.fixture.ts';
import { leaveTopmost } from '#/shared/ui/layers.ts';

prepareScreens();

const EDITOR = 'https://editor.example/prints';
const SELECTION = idOf(7_000);
const API = 'POST /api/temp-selections/temp-selections';
const three = makePhotos(0, 3);
const ids = three.map(({ imageId }) => imageId);
const bar = async () => within(await screen.findByRole('toolbar'));

let opened = 0;

/** The app with a server that stores selections, or fails to. */
async function openAt(
  path: string,
  { answers = {}, editorUrl = EDITOR as string | null, flags = ALL_ON } = {},
) {
  const sent: unknown[] = [];
  const keep: Answers = {
    [API]: (_query, body) => {
      sent.push(body);
      return { body: { tempSelectionId: SELECTION } };
    },
  };
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const all = { ...answersOf(three), ...keep, ...answers };
  await showApp({ path, answers: all, flags, editorUrl });
  // A transfer left running by an earlier test finds the customer on another page, and stops.
  window.history.replaceState(null, '', `#${++opened}`);
  return { sent, left };
}

describe('ordering prints', () => {
  test('leads from a single photo’s preview to the same editor', async () => {
    const { sent, left } = await openAt(`/my-photos/albums/${ALBUM}/preview/${ids[1]}`);
    await press('Order photo prints');
    await screen.findByRole('dialog', { name: 'Adding 1 photo to editor...' });
    expect(sent).toEqual([{ photoIds: [ids[1]] }]);
    await waitFor(() => expect(left).toHaveBeenCalledOnce(), { timeout: 2 * EDITOR_HANDOFF_MS });
  });

  test('leads from selected photos to the editor [PRT-01, PRT-02, PRT-04, PRT-06, PRT-07, PRT-10, TL-19, FLG-12]', async () => {
    const { sent, left } = await openAt(PHOTOS);
    await select(0, 2);
    await press('Order photo prints');
    const pressedAt = performance.now();
    await press('Next: Customise 2 photo prints');
    await screen.findByRole('dialog', { name: 'Adding 2 photos to editor...' });
    expect(sent).toEqual([{ photoIds: [ids[0], ids[2]] }]);
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    expect(performance.now() - pressedAt).toBeGreaterThanOrEqual(EDITOR_HANDOFF_MS);
    const requested = `tempSelectionId=${SELECTION}&productCode=PAP_910&channel=pennyfern`;
    expect(left).toHaveBeenCalledWith(`${EDITOR}?${requested}`);
    expect(screen.getByText('2 selected'), 'for the way back').toBeTruthy();
  });

  test('says that photos are being prepared while the editor’s selection is made [PRT-03]', async () => {
    const { answer, end } = waiting<{ body: unknown }>();
    await openAt(PHOTOS, { answers: { [API]: () => answer } });
    await select(0);
    await press('Order photo prints');
    await press('Next: Customise 1 photo print');
    const button = await screen.findByRole('button', { name: 'Selecting your photos...' });
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
    end({ body: { tempSelectionId: SELECTION } });
    await screen.findByRole('dialog', { name: 'Adding 1 photo to editor...' });
  });

  test('lets a customer who goes back meanwhile stay there', async () => {
    const { left } = await openAt(PHOTOS);
    await select(0);
    await press('Order photo prints');
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
    await press('Next: Customise 1 photo print');
    await screen.findByRole('dialog', { name: 'Adding 1 photo to editor...' });
    window.history.pushState(null, '', '/my-photos/albums');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    expect(screen.queryByRole('dialog')).toBeNull();
    await vi.advanceTimersByTimeAsync(EDITOR_HANDOFF_MS);
    vi.useRealTimers();
    expect(left).not.toHaveBeenCalled();
  });

  test('says meanwhile how long an order today would keep the photos [RET-10]', async () => {
    const flags = { ...ALL_ON, ReactivationEnabled: ['*'] };
    await openAt(PHOTOS, { flags, answers: { '/api/storage/status': { body: storageAccount } } });
    await select(0);
    await press('Order photo prints');
    await press('Next: Customise 1 photo print');
    expect(await screen.findByText('Ordering today keeps your photos until 21 May 2028.')).toBeTruthy();
  });

  test('reports a failure, stays on the page and keeps the selection [PRT-05] [SEL-09]', async () => {
    const { left } = await openAt(PHOTOS, { answers: { [API]: { status: 400, body: { code: 'x' } } } });
    await select(0, 1);
    await press('Order photo prints');
    await press('Next: Customise 2 photo prints');
    await waitFor(() => expect(toastTexts()).toEqual(['Error transferring photos. Try again.']));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('2 selected')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Next: Customise 2 photo prints' })).toBeTruthy();
    expect(left).not.toHaveBeenCalled();
  });

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Back', () => act(async () => leaveTopmost('back'))],
  ])(
    '%s leaves the confirmation as its own button does: the photos stay selected [PRT-02]',
    async (_way, leave) => {
      await openAt(PHOTOS);
      await select(0, 1);
      await press('Order photo prints');
      await screen.findByRole('button', { name: 'Next: Customise 2 photo prints' });
      await leave();
      const action = await screen.findByRole('button', { name: 'Order photo prints' });
      expect(screen.getByText('2 selected')).toBeTruthy();
      await waitFor(() => expect(document.activeElement).toBe(action));
    },
  );

  test('follows the selection while asking for confirmation, and leads back to the other actions [PRT-02]', async () => {
    await openAt(PHOTOS);
    await select(0);
    await press('Order photo prints');
    await screen.findByRole('button', { name: 'Next: Customise 1 photo print' });
    const boxes = screen.getAllByRole('checkbox', { name: /^Photo taken/ });
    await userEvent.click(boxes[1] as HTMLElement);
    const next = await screen.findByRole('button', { name: 'Next: Customise 2 photo prints' });
    expect(next.hasAttribute('disabled')).toBe(false);
    await press('Back');
    await screen.findByRole('button', { name: 'Download' });
  });

  test.each([
    ['its flag', { flags: { ...ALL_ON, PhotoManagementOrderPrintsEnabled: [] } }],
    ['an editor', { editorUrl: null }],
  ])('is not offered without %s [FLG-12] [TL-19]', async (_what, without) => {
    await openAt(PHOTOS, without);
    await select(0);
    const offered = (await bar()).getAllByRole('button').map(({ textContent }) => textContent);
    expect(offered).toEqual(['Download', 'Copy to album', 'Favourite', 'Delete', 'More']);
  });
});

describe('ordering to keep photos', () => {
  const PATH = '/my-photos/order-prints';
  const PAGE = `${PHOTO_API}/photos`;

  test('leads to the editor with the latest photos not yet printed, or else with the latest', async () => {
    for (const [filtered, expected] of [
      [three.slice(1), ids.slice(1)],
      [[], ids],
    ] as const) {
      const replaced = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
      const pageOf = (query: URLSearchParams) => ({
        body: { cursor: null, images: query.get('filter') ? filtered : three },
      });
      const { sent } = await openAt(PATH, { answers: { [PAGE]: pageOf } });
      await waitFor(() => expect(replaced).toHaveBeenCalledOnce());
      expect(sent).toEqual([{ photoIds: expected }]);
      const requested = `tempSelectionId=${SELECTION}&productCode=PAP_910&channel=pennyfern`;
      expect(replaced).toHaveBeenCalledWith(`${EDITOR}?${requested}`);
      cleanup();
      replaced.mockRestore();
    }
  });

  test('leads to the shop if no photo can be printed', async () => {
    const replaced = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
    const answers = { [PAGE]: { body: { cursor: null, images: [] } } };
    const { sent } = await openAt(PATH, { answers });
    await waitFor(() => expect(replaced).toHaveBeenCalledWith(EDITOR));
    expect(sent).toEqual([]);
  });

  test('says so if the photos cannot be handed over, and can be repeated', async () => {
    const replaced = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
    let hasFailed = false;
    const answer = () => {
      const isFirst = !hasFailed;
      hasFailed = true;
      return isFirst ? { status: 400, body: { code: 'x' } } : { body: { tempSelectionId: SELECTION } };
    };
    const images = { body: { cursor: null, images: three } };
    await openAt(PATH, { answers: { [PAGE]: images, [API]: answer } });
    await screen.findByText('Error transferring photos. Try again.');
    await press('Try again');
    await waitFor(() => expect(replaced).toHaveBeenCalledOnce());
  });
});

describe('ordering prints of an album', () => {
  const PATH = `/my-photos/albums/${ALBUM}`;

  test('starts with all its photos, some of which can be deselected [ALD-14] [PRT-01]', async () => {
    const { sent } = await openAt(PATH);
    await tiles();
    await press('Order photo prints');
    await screen.findByRole('button', { name: 'Next: Customise 3 photo prints' });
    const boxes = screen.getAllByRole('checkbox', { name: /^Photo taken/ });
    await userEvent.click(boxes[0] as HTMLElement);
    await press('Next: Customise 2 photo prints');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toEqual([{ photoIds: expect.arrayContaining(ids.slice(1)) }]);
  });

  test('is the first of the actions for selected photos [ALD-16]', async () => {
    await openAt(PATH);
    await select(0);
    const offered = (await bar()).getAllByRole('button').map(({ textContent }) => textContent);
    expect(offered).toEqual([
      'Order photo prints',
      'Download',
      'Copy to album',
      'Favourite',
      'Remove from album',
      'More',
    ]);
  });

  test('on a phone printing, adding and deleting have text labels, printing in the menu [ALD-14, ALD-33]', async () => {
    setWindow(390, 844);
    await openAt(PATH);
    await tiles();
    await press('More');
    for (const name of ['Order photo prints', 'Add photos', 'Delete album']) {
      const buttons = await screen.findAllByRole('button', { name });
      expect(buttons.map(({ textContent }) => textContent)).toContain(name);
    }
  });

  test('has no button in stripped mode [ALD-15]', async () => {
    sessionStorage.setItem('stripped', 'true');
    await openAt(PATH);
    await tiles();
    await screen.findByRole('button', { name: 'Add photos' });
    expect(screen.queryByRole('button', { name: 'Order photo prints' })).toBeNull();
  });

  test('has no button without the flag [ALD-14]', async () => {
    await openAt(PATH, { flags: { ...ALL_ON, PhotoManagementOrderPrintsEnabled: [] } });
    await tiles();
    expect(screen.queryByRole('button', { name: 'Order photo prints' })).toBeNull();
  });
});
