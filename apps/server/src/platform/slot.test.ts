import { expect, test } from 'vitest';
import { createSlot, requireFilled } from './slot.ts';

test('a slot gives what it was filled with, once', () => {
  const slot = createSlot<number>('the answer');
  slot.fill(42);
  expect(slot.get()).toBe(42);
  expect(() => slot.fill(43)).toThrow('the answer: given twice');
  expect(slot.get()).toBe(42);
});

test('nobody reads an empty slot, and no server starts with one', () => {
  const [first, second] = [createSlot<number>('the first'), createSlot<null>('the second')];
  first.fill(0);
  expect(() => second.get()).toThrow('the second: not given yet');
  expect(() => requireFilled([{}, { slots: { first, second } }])).toThrow('the second: not given yet');
  second.fill(null);
  requireFilled([{}, { slots: { first, second } }]);
});
