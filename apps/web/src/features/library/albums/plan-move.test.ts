import { expect, test } from 'vitest';
import { planMove } from './plan-move.ts';

const move = (order: string, chosen: string, direction: Parameters<typeof planMove>[2]) => {
  const planned = planMove([...order], new Set(chosen), direction);
  return planned && [planned.order.join(''), planned.photoIds.join(''), planned.before, planned.at];
};

test('photos move by one, or to an end, side by side and in their order', () => {
  expect(move('abcde', 'c', 'earlier')).toEqual(['acbde', 'c', 'b', 2]);
  expect(move('abcde', 'c', 'later')).toEqual(['abdce', 'c', 'e', 4]);
  expect(move('abcde', 'c', 'first')).toEqual(['cabde', 'c', 'a', 1]);
  expect(move('abcde', 'c', 'last')).toEqual(['abdec', 'c', null, 5]);
  expect(move('abcde', 'db', 'earlier')).toEqual(['bdace', 'bd', 'a', 1]);
  expect(move('abcde', 'db', 'later')).toEqual(['acebd', 'bd', null, 4]);
  expect(move('abcde', 'eb', 'last')).toEqual(['acdbe', 'be', null, 4]);
});

test('photos that stand there already stay', () => {
  expect([move('abc', 'a', 'earlier'), move('abc', 'ab', 'first'), move('abc', 'c', 'later')]).toEqual([
    null,
    null,
    null,
  ]);
  expect([move('abc', 'abc', 'last'), move('abc', 'x', 'first'), move('', 'x', 'last')]).toEqual([
    null,
    null,
    null,
  ]);
  expect(move('abcd', 'ad', 'earlier')).toEqual(['adbc', 'ad', 'b', 1]);
});
