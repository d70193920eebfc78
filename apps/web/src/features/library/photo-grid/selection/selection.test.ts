import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  groupState,
  NOT_SELECTING,
  removePhotos,
  retainPhotos,
  type Selection,
  selectedIds,
  selectedIn,
  startSelecting,
  toggleGroup,
  togglePhoto,
} from './selection.ts';

const march = { section: '2024/3', ids: ['a', 'b', 'c'] };
const stateOf = (selection: Selection) => groupState(selectedIn(selection, '2024/3'), march.ids.length);

describe('the selection', () => {
  test('turns on without anything selected, and off [SEL-01]', () => {
    expect(startSelecting(NOT_SELECTING)).toEqual({ isSelecting: true, selected: new Map(), count: 0 });
    expect(NOT_SELECTING.isSelecting).toBe(false);
  });

  test('toggles an item singly [SEL-02]', () => {
    const one = togglePhoto(NOT_SELECTING, '2024/3', 'a');
    expect(one.isSelecting).toBe(true);
    expect(selectedIds(one)).toEqual(['a']);
    expect(selectedIds(togglePhoto(one, '2024/3', 'a'))).toEqual([]);
  });

  test('deselects a group that is selected entirely [SEL-03]', () => {
    const all = toggleGroup(NOT_SELECTING, march);
    expect(stateOf(all)).toBe('all');
    expect(toggleGroup(all, march)).toMatchObject({ isSelecting: true, count: 0 });
  });

  test('selects the rest of a group that is selected partly [SEL-04]', () => {
    const some = togglePhoto(NOT_SELECTING, '2024/3', 'b');
    expect(stateOf(some)).toBe('some');
    expect(selectedIds(toggleGroup(some, march)).sort()).toEqual(['a', 'b', 'c']);
  });

  test('drops photos deleted elsewhere and keeps the rest', () => {
    const both = togglePhoto(toggleGroup(NOT_SELECTING, march), '2024/2', 'd');
    expect(selectedIds(removePhotos(both, new Set(['a', 'd', 'x'])))).toEqual(['b', 'c']);
    expect(retainPhotos(both, '2024/3', ['c', 'z'])).toMatchObject({ count: 2 });
    expect(retainPhotos(both, '2024/3', march.ids)).toBe(both);
  });

  test('counts exactly, by section and in total, whatever is toggled', () => {
    const toggle = fc.record({
      section: fc.constantFrom('x', 'y', 'z'),
      ids: fc.uniqueArray(fc.integer({ min: 0, max: 8 }).map(String), { minLength: 1, maxLength: 6 }),
    });
    fc.assert(
      fc.property(fc.array(toggle, { maxLength: 20 }), (toggles) => {
        const after = toggles.reduce(toggleGroup, NOT_SELECTING);
        expect(after.count).toBe(selectedIds(after).length);
        for (const ids of after.selected.values()) expect(ids.size).toBeGreaterThan(0);
      }),
    );
  });

  test('toggles 20,000 at once in less than 50 ms', () => {
    const month = { section: '2021/8', ids: Array.from({ length: 20_000 }, (_, n) => `photo-${n}`) };
    const some = togglePhoto(NOT_SELECTING, '2021/8', 'photo-7');
    // The best of a few runs, because other processes use this machine, too.
    const times = Array.from({ length: 5 }, () => {
      const before = performance.now();
      const all = toggleGroup(some, month);
      const took = performance.now() - before;
      expect([all.count, toggleGroup(all, month).count]).toEqual([20_000, 0]);
      return took;
    });
    expect(Math.min(...times)).toBeLessThan(50);
  });
});
