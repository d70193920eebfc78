import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { justifyRows } from './justify-rows.ts';
import { createTimelineLayout, type SectionTiles } from './timeline-layout.ts';

const frame = { width: 1100, targetHeight: 200, gap: 6, headingHeight: 56, sectionGap: 28 };
const unknown = (tileCount: number): SectionTiles => ({ tileCount, ratios: null });
const known = (ratios: number[]): SectionTiles => ({
  tileCount: ratios.length,
  ratios: Float32Array.from(ratios),
});
const ratioLists = fc.array(fc.double({ min: 0.5, max: 3, noNaN: true }), { minLength: 1, maxLength: 60 });
const sections = fc.array(fc.oneof(fc.integer({ min: 0, max: 400 }).map(unknown), ratioLists.map(known)), {
  maxLength: 40,
});

describe('createTimelineLayout', () => {
  it('[TL-01] lays out months below one another without overlap', () => {
    fc.assert(
      fc.property(sections, (list) => {
        const layout = createTimelineLayout(frame, list);
        let top = 0;
        list.forEach((_, index) => {
          expect(layout.topOf(index)).toBe(top);
          const rows = layout.rowsOf(index);
          expect(layout.heightOf(index)).toBe(frame.headingHeight + rows.height + frame.sectionGap);
          top += layout.heightOf(index);
        });
        expect(layout.height()).toBe(top);
      }),
    );
  });

  it('estimates a month of unknown photos as it would lay them out', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 200, max: 2_500 }),
        (count, width) => {
          const layout = createTimelineLayout({ ...frame, width }, [unknown(count)]);
          const rows = justifyRows(new Float32Array(count), { ...frame, width });
          expect(layout.heightOf(0)).toBe(frame.headingHeight + rows.height + frame.sectionGap);
        },
      ),
    );
  });

  it('is the same after an update as when newly created', () => {
    fc.assert(
      fc.property(sections, ratioLists, fc.nat(), (list, ratios, at) => {
        fc.pre(list.length > 0);
        const index = at % list.length;
        const updated = createTimelineLayout(frame, list);
        updated.update(index, known(ratios));
        const fresh = createTimelineLayout(frame, list.with(index, known(ratios)));
        expect(list.map((_, i) => updated.topOf(i))).toEqual(list.map((_, i) => fresh.topOf(i)));
        expect(updated.height()).toBe(fresh.height());
      }),
    );
  });

  it('finds the month at a height', () => {
    const layout = createTimelineLayout(frame, [unknown(24), unknown(300), unknown(2)]);
    expect([0, 1, 2].map((index) => layout.sectionAt(layout.topOf(index)))).toEqual([0, 1, 2]);
    expect(layout.sectionAt(layout.topOf(1) - 1)).toBe(0);
  });
});
