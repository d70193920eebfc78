// @vitest-environment happy-dom
import type { PhotoDetails } from '@keepsake/contracts/library/photo-details';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answers, customer, showApp } from '#/app/screens.fixture.tsx';
import {
  ALL_ON,
  OWNER,
  prepareScreens,
  SHARED,
  ALBUM as SHARED_ALBUM,
  sharedAnswersOf,
} from '#/features/library/albums/albums.fixture.ts';
import { setWindow } from '#/features/library/photos/library-screen.fixture.tsx';
import { makeLayout, makePhoto } from '#/features/library/photos/photo.fixture.ts';
import { leaveTopmost } from '#/shared/ui/layers.ts';

prepareScreens();

const API = '/api/photo-management';
const newer = makePhoto(2, { dateTaken: '2024-04-01T08:00:00', dateTakenOffset: 120, bytes: 3_600_000 });
const older = makePhoto(1, { dateTaken: undefined, visibleWidth: 640, visibleHeight: 480 });
const DETAILS: PhotoDetails = {
  camera: {
    make: 'Halden',
    model: 'Halden M5',
    lens: 'Halden 24-70mm f/2.8',
    fNumber: 2.8,
    exposureTime: 0.004,
    focalLength: 35,
    iso: 200,
  },
  albums: [{ albumId: makePhoto(900).imageId, albumName: 'Sea' }],
  albumsCount: 3,
  orders: [{ orderCode: 'KS-1', createdAt: '2026-03-05T10:00:00Z' }],
  ordersCount: 1,
};
const UNDATED: PhotoDetails = {
  camera: {},
  writtenDate: '2099:05:01 10:00:00',
  albums: [],
  albumsCount: 0,
  orders: [],
  ordersCount: 0,
};
const detailsOf = ({ imageId }: { imageId: string }) => `${API}/photos/${imageId}/details`;

const answers = (): Answers => ({
  '/api/customers/customers/me': { body: customer },
  [`${API}/users/timeline`]: { body: { 1970: { 1: 1 }, 2024: { 4: 1 } } },
  [`${API}/photos/${newer.imageId}`]: { body: newer },
  [`${API}/photos/${older.imageId}`]: { body: older },
  [`${API}/photos/timeline/1970/1`]: { body: { cursor: null, images: [older] } },
  [`${API}/photos/timeline/2024/4`]: { body: { cursor: null, images: [newer] } },
  [`${API}/photos/timeline/1970/1/layout`]: { body: makeLayout([older]) },
  [`${API}/photos/timeline/2024/4/layout`]: { body: makeLayout([newer]) },
  [detailsOf(newer)]: { body: DETAILS },
  [detailsOf(older)]: { body: UNDATED },
});
const open = async (more: Answers = {}) => {
  const shown = await showApp({
    path: `/my-photos/photos/preview/${newer.imageId}`,
    answers: { ...answers(), ...more },
    flags: ALL_ON,
  });
  await screen.findByText('Taken on 1 April 2024 at 08:00:00');
  return shown;
};
const panel = () => screen.queryByRole('complementary', { name: 'Details' });
const inPanel = async () => within(await screen.findByRole('complementary', { name: 'Details' }));
const plain = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ');

beforeEach(() => setWindow(1_440, 900));
afterEach(() => vi.restoreAllMocks());

describe('the details of a photo', () => {
  test('open and close by their button and by the key i', async () => {
    await open();
    expect(panel()).toBeNull();
    const button = screen.getByRole('button', { name: 'Details' });
    await userEvent.click(button);
    expect(panel()).not.toBeNull();
    expect(button.getAttribute('aria-pressed')).toBe('true');
    await userEvent.keyboard('i');
    expect(panel()).toBeNull();
    await userEvent.keyboard('i');
    await userEvent.click((await inPanel()).getByRole('button', { name: 'Close details' }));
    expect(panel()).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  test('close on Escape before the preview does', async () => {
    const { router } = await open();
    await userEvent.keyboard('i');
    await inPanel();
    await userEvent.keyboard('{Escape}');
    expect(panel()).toBeNull();
    expect(router.state.location.pathname).toContain('/preview/');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/photos'));
  });

  test('show file, camera, exposure, albums, orders, and the largest sharp print with the reason', async () => {
    await open();
    await userEvent.keyboard('i');
    const fields = await inPanel();
    await fields.findByText(/^Monday,? 1 April 2024$/);
    fields.getByText('08:00:00 UTC+02:00');
    fields.getByText('photo-2.jpg');
    fields.getByText('4,000 × 3,000 pixels');
    fields.getByText('12 MP · 3.6 MB');
    fields.getByText('Prints well up to 30 × 45 cm');
    fields.getByText(/at least 200 pixels per inch/);
    await fields.findByText('Halden M5');
    fields.getByText('Halden 24-70mm f/2.8');
    expect(plain(fields.getByText(/^f\/2\.8/))).toBe('f/2.8 · 1/250 s · 35 mm · ISO 200');
    const link = fields.getByRole('link', { name: 'Sea' });
    expect(link.getAttribute('href')).toBe(`/my-photos/albums/${DETAILS.albums[0]?.albumId}`);
    fields.getByText('and 2 more');
    const order = fields.getByRole('link', { name: 'Order KS-1' });
    expect(order.getAttribute('href')).toBe('/orders/KS-1');
    expect(order.closest('li')?.textContent).toBe('Order KS-1 05 Mar 2026');
  });

  test.each([
    ['2024-03-09T15:04:05', 'The file says 9 March 2024 at 15:04'],
    [undefined, 'The file has no date.'],
  ])('show what the file says beside another date, and change it: %s', async (recordedDate, says) => {
    const corrected: PhotoDetails = { ...DETAILS, corrected: { recordedDate } };
    await open({ [detailsOf(newer)]: { body: corrected } });
    expect(screen.queryByRole('button', { name: 'Change date' })).toBeNull();
    await userEvent.keyboard('i');
    const fields = await inPanel();
    expect(await fields.findByText(says)).toBeTruthy();
    fields.getByText('08:00:00 UTC+02:00');
    await userEvent.click(fields.getByRole('button', { name: 'Change date' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change date' }));
    const typed = ['Year', 'Month', 'Day'].map((label) => dialog.getByLabelText(label));
    expect(typed.map((field) => (field as HTMLInputElement).value)).toEqual(['2024', '04', '1']);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  });

  test('stay open across photos and visits, and show the camera’s date', async () => {
    await open();
    await userEvent.keyboard('i{ArrowRight}');
    const fields = await inPanel();
    await fields.findByText('Date unknown');
    await fields.findByText('The camera recorded 1 May 2099 at 10:00:00. Its clock was set incorrectly.');
    fields.getByText('The file does not name a camera.');
    fields.getByText('Not in any albums yet');
    fields.getByText('Too few pixels for a sharp print');
    fields.getByText('The smallest standard print, 10 × 15 cm, needs 1,182 × 788 pixels.');
    cleanup();
    await open();
    expect(panel()).not.toBeNull();
  });

  test.each([
    [
      { writtenDate: 'some time in 1987' },
      /The file says '\u2068some time in 1987\u2069', which is not a valid date/,
    ],
    [{ writtenDate: undefined }, /The file has no date/],
    [{ writtenDate: undefined, isAwaited: true as const }, /The file is still being read/],
  ])('of a photo without a date: %j', async (fields, text) => {
    await open({ [detailsOf(older)]: { body: { ...UNDATED, ...fields } } });
    await userEvent.keyboard('i{ArrowRight}');
    expect((await (await inPanel()).findAllByText(text)).length).toBeGreaterThan(0);
  });

  test('are a bottom sheet on a phone, which only opens on request', async () => {
    setWindow(390, 844);
    await open();
    await userEvent.keyboard('i');
    expect(screen.getByRole('main').dataset.details).toBe('below');
    await (await inPanel()).findByText('Halden M5');
    cleanup();
    await open();
    expect(panel()).toBeNull();
  });

  test('as a sheet are closed by Back, which stays with the photo', async () => {
    setWindow(390, 844);
    await open();
    await userEvent.keyboard('i');
    await inPanel();
    await act(async () => void leaveTopmost('back'));
    expect(panel()).toBeNull();
  });

  test('beside the photo are closed by Back as by Escape, which then leaves; those of an earlier visit Back leaves open', async () => {
    await open();
    await userEvent.keyboard('i');
    await inPanel();
    await act(async () => void expect(leaveTopmost('back')).toBe(true));
    expect(panel()).toBeNull();
    expect(leaveTopmost('back')).toBe(false);
    await userEvent.keyboard('i');
    cleanup();
    await open();
    await inPanel();
    expect(leaveTopmost('back')).toBe(false);
    expect(panel()).not.toBeNull();
  });

  test('keep what is known if the rest cannot be loaded, and retry', async () => {
    const failing = answers();
    failing[detailsOf(newer)] = { status: 400, body: { code: 'x' } };
    await open(failing);
    await userEvent.keyboard('i');
    const fields = await inPanel();
    await fields.findByText('The camera, albums and orders could not be loaded.');
    fields.getByText('photo-2.jpg');
  });

  test('are listed among the shortcuts', async () => {
    await open();
    await userEvent.keyboard('?');
    const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(list.getByText('Show or hide details')).toBeTruthy();
  });

  test('show no albums and no orders for a shared album’s photo', async () => {
    const photo = { ...newer, ownerId: OWNER };
    const base = `${SHARED}/shared-albums/${SHARED_ALBUM}`;
    await showApp({
      path: `/my-photos/shared-albums/${SHARED_ALBUM}/preview/${newer.imageId}`,
      answers: {
        ...sharedAnswersOf({ ownerId: OWNER, photosCount: 1 }),
        [`${base}/photos`]: { body: { cursor: null, images: [photo] } },
        [`${base}/layout`]: { body: { ...makeLayout([photo]), ownerIds: [OWNER], owners: btoa('\0\0') } },
        [`${base}/photos/${OWNER}/${newer.imageId}/details`]: { body: { camera: DETAILS.camera } },
      },
      flags: ALL_ON,
    });
    await screen.findByText('Taken on 1 April 2024 at 08:00:00');
    await userEvent.keyboard('i');
    const fields = await inPanel();
    await fields.findByText('Halden M5');
    expect(fields.queryByText('Albums')).toBeNull();
    expect(fields.queryByText('Orders')).toBeNull();
  });
});

describe('the filmstrip', () => {
  const strip = () => screen.queryByRole('list', { name: 'Photos around this one' });

  test('shows the photos around the current one, across months, and opens them', async () => {
    const { router } = await open();
    const frames = await within(strip() as HTMLElement).findAllByRole('button');
    expect(frames).toHaveLength(2);
    expect(frames[0]?.getAttribute('aria-current')).toBe('true');
    await userEvent.click(frames[1] as HTMLElement);
    await waitFor(() => expect(router.state.location.pathname).toContain(older.imageId));
    const sources = [...(strip()?.querySelectorAll('img') ?? [])].map((image) => image.getAttribute('src'));
    expect(sources).toEqual(['/media/2-300.jpg', '/media/1-300.jpg']);
  });

  test('requests a picture that failed again once the network is back', async () => {
    await open();
    const pictureOf = async () => {
      const [frame] = await within(strip() as HTMLElement).findAllByRole('button');
      return frame?.querySelector('img');
    };
    fireEvent.error((await pictureOf()) as HTMLImageElement);
    expect(await pictureOf()).toBeNull();
    act(() => void window.dispatchEvent(new Event('online')));
    expect((await pictureOf())?.getAttribute('src')).toBe('/media/2-300.jpg');
  });

  test.each([
    [1_100, 900],
    [1_440, 640],
  ])('is left out if there is no room: %i by %i', async (width, height) => {
    setWindow(width, height);
    await open();
    expect(strip()).toBeNull();
  });
});
