import { expect, test } from 'vitest';
import { contrastOf, textOn } from './apply-channel.ts';

test('contrast runs from 1 to 21', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#808080', '#808080')).toBe(1);
});

test.each(['#1f6b52', '#62c9a2', '#a83a2a', '#f08a78', '#b84300', '#ff9d5c', '#4350b0', '#a3afff'])(
  'text on the accent %s passes WCAG AA',
  (accent) => {
    expect(contrastOf(accent, textOn(accent))).toBeGreaterThanOrEqual(4.5);
  },
);
