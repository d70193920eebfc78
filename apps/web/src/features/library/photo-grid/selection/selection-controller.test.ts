// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { decodeLayout } from '#/features/library/photo-store/decode-layout.ts';
import type { GridSection } from '#/features/library/photo-store/grid-sections.ts';
import type { SourceSection } from '#/features/library/photo-store/photo-source.ts';
import { type PagesState, UNINITIALIZED } from '#/features/library/photo-store/section-pages.ts';
import { idOf, makeLayout, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { selectedIds, selectedIn } from './selection.ts';
import { createSelectionController } from './selection-controller.ts';
import { createSelectionStore } from './selection-store.ts';

/** March has 40 photos, 24 of them loaded; February has 5, none of them loaded. */
const march = makePhotos(0, 40);
const february = makePhotos(100, 5);
const sectionOf = (key: string, count: number, photos: readonly (typeof march)[number][]) =>
  ({
    key,
    count,
    tileCount: count,
    moreCount: 0,
    ratios: null,
    isShaped: false,
    photos,
    hasFailed: false,
    sourceIndexes: null,
  }) satisfies GridSection;
const sections = [sectionOf('2024/3', 40, march.slice(0, 24)), sectionOf('2024/2', 5, [])];

function setUp(answer: (section: SourceSection) => Promise<boolean> = async () => true) {
  const all: Record<string, typeof march> = { '2024/3': march, '2024/2': february };
  let state: PagesState = {};
  const readLayouts = vi.fn(async (wanted: readonly SourceSection[]) => {
    for (const section of wanted) {
      if (!(await answer(section))) return false;
      const layout = decodeLayout(makeLayout(all[section.key] ?? []));
      state = { ...state, [section.key]: { ...UNINITIALIZED, layout, layoutStatus: 'fulfilled' } };
    }
    return true;
  });
  const store = createSelectionStore('timeline');
  const onRefused = vi.fn();
  const controller = createSelectionController({
    store,
    photos: { getState: () => state, readLayouts },
    onRefused,
  });
  controller.setSections(sections);
  return { controller, readLayouts, onRefused, get: () => store.getState().selection };
}

beforeEach(() => sessionStorage.clear());

describe('selecting', () => {
  test('selects the whole month, loaded or not, and deselects it [TL-06]', async () => {
    const { controller, readLayouts, get } = setUp();
    await controller.toggleSection('2024/3');
    expect(selectedIn(get(), '2024/3').size).toBe(40);
    expect(readLayouts).toHaveBeenCalledOnce();
    await controller.toggleSection('2024/3');
    expect(get()).toMatchObject({ isSelecting: true, count: 0 });
  });

  test('selects a range from the last selected photo to another month, and shrinks it again', async () => {
    const { controller, get } = setUp();
    controller.toggle({ section: 0, tile: 20 });
    await controller.extendTo({ section: 1, tile: 1 });
    expect(get().count).toBe(22);
    await controller.extendTo({ section: 0, tile: 22 });
    expect(selectedIds(get())).toEqual([20, 21, 22].map(idOf));
    await controller.extendTo({ section: 0, tile: 18 });
    expect(selectedIds(get()).sort()).toEqual([18, 19, 20].map(idOf));
  });

  test('deselects a range whose first photo was deselected', async () => {
    const { controller, get } = setUp();
    await controller.toggleSection('2024/3');
    controller.toggle({ section: 0, tile: 1 });
    await controller.extendTo({ section: 0, tile: 4 });
    expect(get().count).toBe(36);
  });

  test('selects all photos of the view', async () => {
    const { controller, get } = setUp();
    await controller.selectAll();
    expect(get().count).toBe(45);
  });

  test('selects everything that is there at the end while photos are added and removed [TL-06]', async () => {
    const { controller, onRefused, get } = setUp(async () => {
      // The layout of March is newer than its count, and February has gone.
      controller.setSections([sectionOf('2024/3', 39, march.slice(0, 24))]);
      return true;
    });
    await controller.selectAll();
    expect(onRefused).not.toHaveBeenCalled();
    expect(selectedIn(get(), '2024/3').size).toBe(40);
    expect(get().count).toBe(40);
  });

  test('selects everything requested, whichever answer arrives first', async () => {
    const arrivals: ((isThere: boolean) => void)[] = [];
    const { controller, get } = setUp(() => new Promise((resolve) => arrivals.push(resolve)));
    const both = [controller.toggleSection('2024/3'), controller.toggleSection('2024/2')];
    controller.toggle({ section: 0, tile: 3 });
    arrivals[1]?.(true);
    await both[1];
    expect(get().count).toBe(6);
    arrivals[0]?.(true);
    await both[0];
    expect(get().count).toBe(45);
  });

  test('ends after an action with its photos, unless others have been selected since', () => {
    const { controller, get } = setUp();
    controller.toggle({ section: 0, tile: 3 });
    controller.toggle({ section: 0, tile: 4 });
    controller.endOf([idOf(3)]);
    expect(get().count).toBe(2);
    controller.endOf([idOf(3), idOf(4), idOf(5)]);
    expect(get()).toMatchObject({ isSelecting: false, count: 0 });
  });

  test('cancels pending look-ups when it ends', async () => {
    let arrive = (_isThere: boolean) => {};
    const { controller, get } = setUp(() => new Promise((resolve) => (arrive = resolve)));
    const waiting = controller.toggleSection('2024/3');
    controller.end();
    arrive(true);
    await waiting;
    expect(get()).toMatchObject({ isSelecting: false, count: 0 });
  });

  test('keeps the selection if more photos cannot be looked up, and says so [SEL-09]', async () => {
    const { controller, onRefused, get } = setUp(async () => false);
    controller.toggle({ section: 0, tile: 3 });
    await controller.toggleSection('2024/2');
    expect(selectedIds(get())).toEqual([idOf(3)]);
    expect(onRefused).toHaveBeenCalledWith('not-loaded');
  });

  test('refuses to select more than the maximum', async () => {
    const { controller, onRefused, readLayouts } = setUp();
    controller.setSections([sectionOf('2024/3', 100_001, [])]);
    await controller.selectAll();
    expect(onRefused).toHaveBeenCalledWith('too-many');
    expect(readLayouts).not.toHaveBeenCalled();
  });

  test('ends with nothing selected [SEL-05]', () => {
    const { controller, get } = setUp();
    controller.toggle({ section: 0, tile: 3 });
    controller.end();
    expect(get()).toMatchObject({ isSelecting: false, count: 0 });
  });
});
