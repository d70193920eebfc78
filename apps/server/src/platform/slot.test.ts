import { expect, test } from 'vitest';
import { callSlot, createSlot, requireFilled } from './slot.ts';

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

test('a function that calls a slot exists before the slot is filled', () => {
  const slot = createSlot<(a: number, b: number) => number>('the sum');
  const add = callSlot(slot);
  expect(() => add(1, 2)).toThrow('the sum: not given yet');
  slot.fill((a, b) => a + b);
  expect(add(1, 2)).toBe(3);
});
