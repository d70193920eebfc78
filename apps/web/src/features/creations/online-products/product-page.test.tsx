// @vitest-environment happy-dom
import type { WholeProduct } from '@keepsake/contracts/creations/online-products';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { customer, showApp } from '#/app/screens.fixture.tsx';

const CODE = 'BOOK-1';
const pageOf = (kind: 'front-cover' | 'page' | 'back-cover', place: number) => ({
  kind,
  width: 4,
  height: 3,
  thumbhash: null,
  hasPicture: true,
  pictureUrl: `/media/pages/${place}`,
});
const book: WholeProduct = {
  code: CODE,
  channel: 'pennyfern',
  kind: 'book',
  title: 'Kent in June',
  product: 'Photo book',
  format: null,
  createdAt: '2026-11-01T10:00:00Z',
  orderCode: null,
  pagesCount: 4,
  pages: [
    pageOf('front-cover', 1),
    ...[2, 3, 4, 5].map((place) => pageOf('page', place)),
    pageOf('back-cover', 6),
  ],
  files: [],
};

/** The book in a window with one page at a time, identified by its accessible names. */
async function openBook(path = `/online-products/${CODE}`) {
  await showApp({
    path,
    answers: {
      '/api/customers/customers/me': { body: customer },
      [`/api/products/v1/Products/${CODE}`]: { body: book },
    },
  });
  const viewer = await screen.findByRole('region', { name: 'Pages' });
  const stage = viewer.querySelector<HTMLElement>('[data-gesture]');
  if (!stage) throw new Error('There are no pages');
  return { place: () => viewer.querySelector('[role=status]')?.textContent, stage };
}

type Finger = { id?: number; x: number };
let now = 0;
/** A pointer event on the stage, 40 ms after the previous one. */
function touch(stage: HTMLElement, type: 'Down' | 'Move' | 'Up' | 'Cancel', { id = 1, x }: Finger) {
  now += 40;
  const init = { pointerId: id, pointerType: 'touch', clientX: x, clientY: 150, bubbles: true };
  const event = new PointerEvent(`pointer${type.toLowerCase()}`, init);
  Object.defineProperty(event, 'timeStamp', { value: now });
  act(() => void fireEvent(stage, event));
}
function swipe(stage: HTMLElement, from: number, to: number) {
  touch(stage, 'Down', { x: from });
  for (const part of [0.2, 0.5, 1]) touch(stage, 'Move', { x: from + (to - from) * part });
  touch(stage, 'Up', { x: to });
}

beforeEach(() => {
  window.innerWidth = 390;
  vi.stubGlobal('scrollTo', () => undefined);
  // The test DOM has no layout: gives the stage the size of a phone.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(374);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the pages of an online product [RTE-38]', () => {
  test('are turned, reached at both ends and zoomed by keyboard', async () => {
    const { place } = await openBook();
    expect(place()).toBe('Front cover');
    await userEvent.keyboard('{ArrowLeft}');
    expect(place()).toBe('Front cover');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(place()).toBe('Page 2 of 4');
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(place()).toBe('Back cover');
    await userEvent.keyboard('{Home}');
    expect(place()).toBe('Front cover');
    await userEvent.keyboard('z');
    expect(screen.getByRole('button', { name: 'Zoom out' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Zoom in' })).toBeTruthy();
  });

  test('follow a finger to the next one and back, and return after a short or aborted move', async () => {
    const { place, stage } = await openBook(`/online-products/${CODE}?page=2`);
    swipe(stage, 300, 60);
    await waitFor(() => expect(place()).toBe('Page 3 of 4'));
    swipe(stage, 60, 300);
    await waitFor(() => expect(place()).toBe('Page 2 of 4'));
    touch(stage, 'Down', { x: 300 });
    touch(stage, 'Move', { x: 120 });
    touch(stage, 'Cancel', { x: 120 });
    expect(place()).toBe('Page 2 of 4');
  });

  test('zoom under two fingers, and are then moved by one', async () => {
    const { place, stage } = await openBook(`/online-products/${CODE}?page=2`);
    touch(stage, 'Down', { id: 1, x: 170 });
    touch(stage, 'Down', { id: 2, x: 200 });
    touch(stage, 'Move', { id: 1, x: 100 });
    touch(stage, 'Move', { id: 2, x: 270 });
    touch(stage, 'Up', { id: 1, x: 100 });
    touch(stage, 'Up', { id: 2, x: 270 });
    expect(stage.dataset.zoomed).toBe('true');
    swipe(stage, 300, 60);
    expect(place()).toBe('Page 2 of 4');
    await userEvent.keyboard('0');
    expect(stage.dataset.zoomed).toBe('false');
  });

  test('are printed once all pictures have loaded, one page per sheet, leaving nothing behind', async () => {
    const sheets: number[] = [];
    const print = vi.fn(() => void sheets.push(document.querySelectorAll('[data-sheets] img').length));
    vi.stubGlobal('print', print);
    const { promise, resolve } = Promise.withResolvers<void>();
    vi.spyOn(HTMLImageElement.prototype, 'decode').mockReturnValue(promise);
    await openBook();
    await userEvent.dblClick(screen.getByRole('button', { name: 'Print' }));
    expect(print).not.toHaveBeenCalled();
    resolve();
    await waitFor(() => expect(print).toHaveBeenCalled());
    expect(sheets).toEqual([6]);
    await waitFor(() => expect(document.querySelector('[data-sheets]')).toBeNull());
  });
});
