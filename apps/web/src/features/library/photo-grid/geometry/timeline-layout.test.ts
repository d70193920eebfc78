import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawnRatio, justifyRows } from './justify-rows.ts';
import {
  createTimelineLayout,
  type GridFrame,
  type SectionTiles,
  type TimelineLayout,
} from './timeline-layout.ts';

const frame = { width: 1128, targetHeight: 240, gap: 4, gutter: 20, headingHeight: 32, sectionGap: 8 };
const onPhones = { width: 358, targetHeight: 112, gap: 3, gutter: 0, headingHeight: 44, sectionGap: 12 };
const frames = fc.record({
  ...Object.fromEntries(Object.entries(frame).map(([name, value]) => [name, fc.constant(value)])),
  width: fc.integer({ min: 320, max: 2_600 }),
  targetHeight: fc.integer({ min: 80, max: 260 }),
  gutter: fc.constantFrom(0, 14, 20),
}) as fc.Arbitrary<GridFrame>;

const unknown = (tileCount: number): SectionTiles => ({ tileCount, ratios: null });
const existing = (ratios: number[], group?: string): SectionTiles => ({
  tileCount: ratios.length,
  ratios: Float32Array.from(ratios),
  group,
});
const anyRatio = fc.double({ min: 0.5, max: 3, noNaN: true });
const ratioLists = fc.oneof(
  fc.array(anyRatio, { minLength: 1, maxLength: 8 }),
  fc.array(anyRatio, { minLength: 1, maxLength: 60 }),
);
const sections = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 400 }).map(unknown),
    ratioLists.map((list) => existing(list)),
  ),
  {
    maxLength: 40,
  },
);
/** Months with few photos, by year. */
const months = fc
  .array(fc.array(anyRatio, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 60 })
  .map((list) => list.map((ratios, index) => existing(ratios, String(2026 - Math.floor(index / 9)))));

type Box = { left: number; top: number; right: number; bottom: number };

function tileBoxes(layout: TimelineLayout, section: number): Box[] {
  const rows = layout.rowsOf(section);
  const boxes: Box[] = [];
  for (let row = 0; row < rows.rowCount; row++) {
    const top = layout.topOf(section) + layout.frame.headingHeight + (rows.rowTop[row] as number);
    for (let tile = rows.rowStart[row] as number; tile < (rows.rowStart[row + 1] as number); tile++) {
      const left = layout.leftOf(section) + (rows.tileLeft[tile] as number);
      const right = left + (rows.tileWidth[tile] as number);
      boxes.push({ left, top, right, bottom: top + (rows.rowHeight[row] as number) });
    }
  }
  return boxes;
}

const boxOf = (layout: TimelineLayout, section: number): Box => ({
  left: layout.leftOf(section),
  top: layout.topOf(section),
  right: layout.leftOf(section) + layout.widthOf(section),
  bottom: layout.topOf(section) + layout.heightOf(section),
});

/** Share of the grid filled with pictures. */
function fillOf(layout: TimelineLayout): number {
  let area = 0;
  for (let section = 0; section < layout.sectionCount; section++)
    for (const { left, top, right, bottom } of tileBoxes(layout, section))
      area += (right - left) * (bottom - top);
  return area / (layout.frame.width * layout.height());
}

describe('createTimelineLayout', () => {
  test('places months in order without overlap, below and beside one another [TL-01]', () => {
    fc.assert(
      fc.property(sections, frames, (list, anyFrame) => {
        const layout = createTimelineLayout(anyFrame, list);
        let top = 0;
        for (let band = 0; band < list.length; band = layout.besides(band).end) {
          const { first, end } = layout.besides(band);
          expect(first).toBe(band);
          let left = 0;
          for (let section = first; section < end; section++) {
            const box = boxOf(layout, section);
            expect([box.left, box.top]).toEqual([left, top]);
            expect(layout.besides(section)).toMatchObject({ first, end });
            left = box.right + anyFrame.gutter;
          }
          expect(left - anyFrame.gutter).toBe(anyFrame.width);
          top += layout.heightOf(first);
        }
        expect(layout.height()).toBe(top);
      }),
    );
  });

  test('draws each photo once, in order, within its month and below its heading', () => {
    fc.assert(
      fc.property(months, frames, (list, anyFrame) => {
        const layout = createTimelineLayout(anyFrame, list);
        list.forEach(({ tileCount }, section) => {
          const box = boxOf(layout, section);
          const tiles = tileBoxes(layout, section);
          expect(tiles).toHaveLength(tileCount);
          tiles.forEach((tile, index) => {
            expect(tile.left).toBeGreaterThanOrEqual(box.left);
            expect(tile.right).toBeLessThanOrEqual(box.right);
            expect(tile.top).toBeGreaterThanOrEqual(box.top + anyFrame.headingHeight);
            expect(tile.bottom).toBeLessThanOrEqual(box.bottom - anyFrame.sectionGap);
            const before = tiles[index - 1];
            const isAfter = !before || tile.left >= before.right || tile.top >= before.bottom;
            expect(isAfter).toBe(true);
          });
        });
      }),
    );
  });

  test('draws photos beside other months at their true ratio, and near the target height', () => {
    fc.assert(
      fc.property(months, (list) => {
        const layout = createTimelineLayout(frame, list);
        list.forEach(({ ratios }, section) => {
          const { first, end } = layout.besides(section);
          if (end - first === 1) return;
          tileBoxes(layout, section).forEach(({ left, top, right, bottom }, tile) => {
            const ratio = drawnRatio(ratios?.[tile] as number);
            const height = bottom - top;
            expect(Math.abs(right - left - height * ratio)).toBeLessThanOrEqual(8 * ratio + 1);
            expect(height).toBeGreaterThan(frame.targetHeight * 0.5);
            expect(height).toBeLessThan(frame.targetHeight * 1.65);
          });
          expect(layout.widthOf(section)).toBeGreaterThanOrEqual(119);
        });
      }),
    );
  });

  test('fills more than four fifths of a wide screen with the pictures of sparse years', () => {
    const counts = [
      2, 5, 4, 3, 7, 3, 7, 4, 4, 4, 6, 4, 4, 2, 7, 3, 6, 4, 3, 6, 2, 5, 4, 3, 25, 7, 3, 4, 3, 1, 4, 5, 3, 3,
    ];
    const shapes = [1.33, 1, 1.5, 0.75, 1.33, 1, 1.78, 0.56, 1.33, 1.5, 0.75, 1];
    let photo = 0;
    const list = counts.map((count, month) =>
      existing(
        Array.from({ length: count }, () => shapes[photo++ % shapes.length] as number),
        String(2026 - Math.floor(month / 10)),
      ),
    );
    expect(fillOf(createTimelineLayout(frame, list))).toBeGreaterThan(0.85);
    const apart = createTimelineLayout({ ...frame, gutter: 0 }, list);
    expect(fillOf(apart)).toBeLessThan(fillOf(createTimelineLayout(frame, list)));
  });

  test('places sparse months side by side, and on phones below one another', () => {
    const list = [existing([1.33], '2026'), existing([0.75], '2021'), existing([1.5], '2009')];
    const wide = createTimelineLayout(frame, list);
    expect(wide.besides(1)).toMatchObject({ first: 0, end: 3 });
    const phone = createTimelineLayout(onPhones, list);
    expect([0, 1, 2].map((section) => phone.leftOf(section))).toEqual([0, 0, 0]);
    expect(phone.topOf(2)).toBeGreaterThan(phone.topOf(1));
  });

  test('moves other years only up or down when a month changes', () => {
    const years = fc.array(
      fc.array(fc.array(anyRatio, { minLength: 1, maxLength: 9 }), { minLength: 10, maxLength: 12 }),
      { minLength: 3, maxLength: 6 },
    );
    fc.assert(
      fc.property(years, ratioLists, fc.nat(), (list, ratios, at) => {
        const all = list.flatMap((year, index) => year.map((one) => existing(one, String(2026 - index))));
        const [changed, group] = [at % all.length, all[at % all.length]?.group];
        const layout = createTimelineLayout(frame, all);
        const others = all.flatMap((one, section) => (one.group === group ? [] : [section]));
        const shapes = () =>
          others.map((section) => [
            layout.leftOf(section),
            layout.widthOf(section),
            layout.heightOf(section),
          ]);
        const before = shapes();
        layout.update(changed, existing(ratios, group));
        expect(shapes()).toEqual(before);
      }),
    );
  });

  test('estimates a month of unknown photos as it would lay them out', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(counts, fc.integer({ min: 200, max: 2_500 }), (list, width) => {
        const alone = { ...frame, gutter: 0, width };
        const layout = createTimelineLayout(alone, list.map(unknown));
        list.forEach((count, section) => {
          const rows = justifyRows(new Float32Array(count), alone);
          expect(layout.heightOf(section)).toBe(frame.headingHeight + rows.height + frame.sectionGap);
          expect(layout.rowsOf(section)).toEqual(rows);
        });
      }),
    );
  });

  test('is the same after an update as when newly created', () => {
    fc.assert(
      fc.property(sections, ratioLists, fc.nat(), (list, ratios, at) => {
        fc.pre(list.length > 0);
        const index = at % list.length;
        const updated = createTimelineLayout(frame, list);
        updated.rowsOf(index);
        updated.update(index, existing(ratios));
        const fresh = createTimelineLayout(frame, list.with(index, existing(ratios)));
        for (let section = 0; section < list.length; section++) {
          expect(boxOf(updated, section)).toEqual(boxOf(fresh, section));
          expect(updated.rowsOf(section)).toEqual(fresh.rowsOf(section));
        }
        expect(updated.height()).toBe(fresh.height());
      }),
    );
  });

  test('finds the first month of the band at a height', () => {
    const layout = createTimelineLayout(frame, [
      existing([1.5, 1]),
      existing([1.33, 0.75]),
      unknown(300),
      unknown(40),
    ]);
    expect(layout.besides(1)).toMatchObject({ first: 0, end: 2 });
    expect([0, 1, 2, 3].map((index) => layout.sectionAt(layout.topOf(index)))).toEqual([0, 0, 2, 3]);
    expect(layout.sectionAt(layout.topOf(3) - 1)).toBe(2);
  });

  test('takes a few milliseconds for forty years of months, sparse or full', () => {
    const ratios = (count: number) =>
      Float32Array.from({ length: count }, (_, index) => 0.6 + (index % 17) / 10);
    for (const tileCount of [5, 25]) {
      const list = Array.from({ length: 480 }, (_, index) => ({
        tileCount,
        ratios: ratios(tileCount),
        group: String(Math.floor(index / 12)),
      }));
      const start = performance.now();
      createTimelineLayout(frame, list).height();
      expect(performance.now() - start).toBeLessThan(200);
    }
  });
});
