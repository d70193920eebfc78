import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GridSection } from '#/features/library/photo-store/grid-sections.ts';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { topOfTile } from '../geometry/timeline-layout.ts';
import { createGridEngine } from './grid-engine.ts';

const frame = { width: 1100, targetHeight: 200, gap: 6, gutter: 20, headingHeight: 56, sectionGap: 28 };
const viewport = 900;

function section(key: string, count: number, details: Partial<GridSection> = {}): GridSection {
  return {
    key,
    count,
    tileCount: count,
    moreCount: 0,
    ratios: null,
    isShaped: false,
    photos: [],
    hasFailed: false,
    sourceIndexes: null,
    ...details,
  };
}

/** An engine on a page that scrolls like a browser's: not beyond its ends. */
function setUp(sections: GridSection[], cap?: number) {
  const page = { top: 0, above: 0, height: 0, moves: 0 };
  const stop = (top: number) => Math.max(-page.above, Math.min(top, page.height - viewport));
  const engine = createGridEngine(
    {
      top: () => page.top,
      scrollTo(top) {
        page.moves++;
        page.top = stop(top);
        return page.top;
      },
    },
    { cap },
  );
  const commit = () => {
    page.height = engine.getView().height;
    engine.committed();
  };
  engine.setViewportHeight(viewport);
  engine.setSections(sections);
  engine.setFrame(frame);
  commit();
  const scroll = (top: number, now: number) => {
    page.top = stop(top);
    engine.scrolled(now);
  };
  return { engine, page, commit, scroll };
}

const library = () => Array.from({ length: 40 }, (_, index) => section(`2020/${index}`, 60));

/** Where a tile is drawn, relative to the top of the viewport. */
function drawnTop({ engine, page }: ReturnType<typeof setUp>, sectionIndex: number, tile: number): number {
  const { layout, shift } = engine.getView();
  return layout ? topOfTile(layout, sectionIndex, tile) - shift - page.top : Number.NaN;
}

describe('grid engine', () => {
  test('draws the visible tiles, and a few more once those have their pictures', () => {
    const { engine } = setUp(library());
    const { layout } = engine.getView();
    const lastTop = () => {
      const { section = 0, endTile = 0 } = engine.getView().ranges.at(-1) ?? {};
      return layout ? topOfTile(layout, section, endTile - 1) : Number.NaN;
    };
    const tiles = () =>
      engine.getView().ranges.reduce((sum, range) => sum + range.endTile - range.firstTile, 0);
    expect(engine.getView().ranges[0]?.section).toBe(0);
    expect(lastTop()).toBeLessThan(viewport);
    const inView = tiles();
    engine.expandOverscan(1 / 2);
    const half = tiles();
    expect(half).toBeGreaterThan(inView);
    engine.expandOverscan(1);
    expect(tiles()).toBeGreaterThan(half);
    engine.expandOverscan(1 / 2);
    expect(lastTop()).toBeGreaterThan(viewport);
    expect(tiles()).toBeGreaterThan(half);
    expect(tiles()).toBeLessThan(150);
  });

  test('draws the overscan as soon as it is scrolled, with or without pictures', () => {
    const { engine, scroll } = setUp(library());
    scroll(4_000, 10);
    engine.scrollEnded();
    const { layout, ranges } = engine.getView();
    expect(layout && topOfTile(layout, ranges[0]?.section ?? 0, ranges[0]?.firstTile ?? 0)).toBeLessThan(
      4_000 - viewport / 2,
    );
  });

  test('starts at the page’s position without treating it as a scroll: what is below the window is not drawn', () => {
    const shown = setUp(library());
    const all = shown.engine.getView().ranges.at(-1)?.endTile ?? 0;
    shown.page.top = -400;
    shown.engine.syncPosition();
    shown.engine.setViewportHeight(viewport);
    expect(shown.engine.getView().ranges.at(-1)?.endTile).toBeLessThan(all);
  });

  test('draws the first row with the overscan if all are below the window', () => {
    const { engine, page } = setUp(library());
    page.top = -2_000;
    engine.syncPosition();
    engine.setViewportHeight(viewport);
    expect(engine.getView().ranges).toEqual([]);
    engine.expandOverscan(1 / 5);
    const drawn = engine
      .getView()
      .ranges.flatMap(({ section, firstTile, endTile }) =>
        Array.from({ length: endTile - firstTile }, (_, index) => ({ section, tile: firstTile + index })),
      );
    expect(drawn).toContainEqual({ section: 0, tile: 0 });
    expect(drawn.length).toBeLessThan(10);
  });

  test('does not repeat the layout for unchanged measurements and sections', () => {
    const sections = library();
    const { engine } = setUp(sections);
    const before = engine.getView();
    engine.setFrame({ ...frame });
    engine.setSections(sections);
    expect(engine.getView()).toBe(before);
  });

  test('leaves no gap above the photos when the page above them becomes shorter', () => {
    const shown = setUp(library());
    shown.engine.returnTo(-300);
    expect(drawnTop(shown, 0, 0)).toBe(frame.headingHeight);
  });

  test('draws other tiles only when the rows in view change', () => {
    const { engine, scroll } = setUp(library());
    scroll(5_000, 0);
    scroll(5_001, 1_000);
    const view = engine.getView();
    scroll(5_002, 1_016);
    expect(engine.getView().ranges).toBe(view.ranges);
  });

  test('keeps photos in place when a month above turns out taller or shorter', () => {
    const ratio = fc.double({ min: 0.5, max: 3, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(ratio, { minLength: 60, maxLength: 60 }),
        fc.integer({ min: 3_000, max: 20_000 }),
        (ratios, top) => {
          const sections = library();
          const set = setUp(sections);
          set.scroll(top, 0);
          set.engine.scrollEnded();
          const seen = set.engine.getView().layout?.sectionAt(top) ?? 0;
          fc.pre(seen > 0);
          const before = drawnTop(set, seen, 0);
          set.engine.setSections(
            sections.with(0, { ...section('2020/0', 60), ratios: Float32Array.from(ratios) }),
          );
          set.commit();
          expect(drawnTop(set, seen, 0)).toBe(before);
          set.engine.scrollEnded();
          expect(drawnTop(set, seen, 0)).toBe(before);
          expect(set.engine.getView().shift).toBe(0);
        },
      ),
    );
  });

  test('follows the photo at the top when photos are added before it', () => {
    const photos = makePhotos(0, 60);
    const set = setUp([section('2024/3', 60, { photos }), section('2024/2', 60)]);
    const { layout } = set.engine.getView();
    const row = layout?.rowsOf(0).rowStart[4] as number;
    set.scroll(layout ? topOfTile(layout, 0, row) : 0, 0);
    set.engine.setSections([
      section('2024/3', 72, { photos: [...makePhotos(500, 12), ...photos] }),
      section('2024/2', 60),
    ]);
    set.commit();
    expect(Math.abs(drawnTop(set, 0, row + 12))).toBeLessThan(2);
  });

  test('keeps the row of a photo to which it returned in place, whatever row that turns out to be in', () => {
    const ratio = fc.double({ min: 0.5, max: 3, noNaN: true });
    const ratiosOf = fc.array(ratio, { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(ratiosOf, ratiosOf, fc.nat({ max: 59 }), (above, within, tile) => {
        const sections = library();
        const set = setUp(sections);
        const at = { section: 5, tile };
        const { layout } = set.engine.getView();
        set.engine.returnTo(layout ? topOfTile(layout, at.section, tile) + 30 : 0, at);
        for (const [index, ratios] of [
          [0, above],
          [5, within],
        ] as const) {
          sections[index] = { ...section(`2020/${index}`, 60), ratios: Float32Array.from(ratios) };
          set.engine.setSections([...sections]);
          set.commit();
        }
        expect(Math.abs(drawnTop(set, at.section, tile) + 30)).toBeLessThan(2);
        set.engine.scrollEnded();
        expect(Math.abs(drawnTop(set, at.section, tile) + 30)).toBeLessThan(2);
      }),
    );
  });

  test('lets new photos push the others down at the very top', () => {
    const set = setUp(library());
    set.engine.setSections([section('2024/1', 5), ...library()]);
    set.commit();
    expect(set.engine.getViewport().top).toBe(0);
  });

  test('reaches the last photo of a million by scrollbar, and moves one to one by wheel', () => {
    const set = setUp(
      Array.from({ length: 200 }, (_, index) => section(`y/${index}`, 5_000)),
      2_000_000,
    );
    const { layout, height } = set.engine.getView();
    expect(height).toBe(2_000_000);
    set.scroll(1_000_000, 0);
    set.engine.scrollEnded();
    const { top } = set.engine.getViewport();
    set.scroll(set.page.top + 120, 500);
    expect(set.engine.getViewport().top - top).toBe(120);
    set.scroll(height, 1_000);
    expect(set.engine.getViewport().top + viewport).toBe(layout?.height());
  });

  test('follows the page’s position when content above the photos becomes shorter', () => {
    const { engine, page } = setUp(library());
    Object.assign(page, { above: 300, top: -300 });
    engine.scrolled(0);
    Object.assign(page, { above: 220, top: -220 });
    engine.scrollEnded();
    expect(engine.getViewport().top).toBe(-220);
    expect(engine.getView().shift).toBe(0);
  });

  test('leaves no gap above the photos when it returns to a position that no longer exists', () => {
    const { engine, page, commit } = setUp(library());
    page.above = 220;
    engine.returnTo(-300);
    commit();
    expect(page.top).toBe(-220);
    expect(engine.getView().shift).toBe(0);
    expect(engine.getViewport().top).toBe(-220);
  });

  test("is 'flying' while photos pass fast, and at rest again afterwards", () => {
    const { engine, scroll } = setUp(library());
    for (let step = 1; step <= 10; step++) scroll(step * 400, step * 16);
    expect(engine.getView().pace).toBe('flying');
    engine.scrollEnded();
    expect(engine.getView().pace).toBe('rest');
  });

  test('brings a tile into view with minimal scrolling', () => {
    const { engine, page } = setUp(library());
    engine.reveal({ section: 0, tile: 0 });
    expect(page.moves).toBe(0);
    engine.reveal({ section: 10, tile: 3 });
    const { layout } = engine.getView();
    const top = layout ? topOfTile(layout, 10, 3) : 0;
    expect(top).toBeGreaterThan(engine.getViewport().top);
    expect(top).toBeLessThan(engine.getViewport().top + viewport);
  });
});
