import { describe, expect, test } from 'vitest';
import { NOT_SELECTING, startSelecting, toggleGroup } from './selection.ts';
import { formatSelection, parseSelection } from './selection-store.ts';

const some = toggleGroup(NOT_SELECTING, { section: '2024/3', ids: ['a', 'b'] });

describe('a selection saved for a reload', () => {
  test('is restored as it was, with how its photos were put into sections', () => {
    const saved = formatSelection(some, 'timeline dateTaken');
    expect(parseSelection(saved)).toEqual({ selection: some, grouping: 'timeline dateTaken' });
  });

  test('is restored when nothing is selected yet', () => {
    const empty = startSelecting(NOT_SELECTING);
    expect(parseSelection(formatSelection(empty, 'x')).selection).toEqual(empty);
  });

  test('is not saved when there is none, or when it is too large', () => {
    const ids = Array.from({ length: 20_001 }, (_, n) => String(n));
    expect(formatSelection(NOT_SELECTING, 'x')).toBeNull();
    expect(formatSelection(toggleGroup(NOT_SELECTING, { section: 's', ids }), 'x')).toBeNull();
  });

  test.each([null, '{', '[]', '{"source":"x"}', '{"source":"x","sections":null}'])(
    'reads %s as none',
    (saved) => expect(parseSelection(saved).selection).toBe(NOT_SELECTING),
  );
});
