import fc from 'fast-check';
import { expect, test } from 'vitest';
import { channels } from '../modules/frame/channels/index.ts';
import { dayIn } from './wall-time.ts';

test.each([
  ['Europe/London', '2026-07-31T22:59:59Z', '2026-07-31'],
  ['Europe/London', '2026-07-31T23:00:00Z', '2026-08-01'],
  ['Europe/Vienna', '2026-12-31T23:00:00Z', '2027-01-01'],
  ['Europe/Stockholm', '2026-03-28T23:00:00Z', '2026-03-29'],
  ['Europe/Stockholm', '2026-03-29T21:59:59Z', '2026-03-29'],
  ['Europe/Stockholm', '2026-03-29T22:00:00Z', '2026-03-30'],
])('in %s it is at %s the %s [RET-01]', (zone, instant, expected) => {
  expect(dayIn(zone, new Date(instant))).toBe(expected);
});

test('one instant falls on different days', () => {
  const at = new Date('2026-12-24T23:30:00Z');
  expect(dayIn('Europe/London', at)).toBe('2026-12-24');
  expect(dayIn('Europe/Vienna', at)).toBe('2026-12-25');
  expect(dayIn('America/New_York', at)).toBe('2026-12-24');
});

test('days never go back, in any channel', () => {
  const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  const zone = fc.constantFrom(...channels().map(({ timeZone }) => timeZone));
  fc.assert(
    fc.property(zone, instant, fc.nat(200 * 3_600_000), (timeZone, from, ms) => {
      expect(dayIn(timeZone, new Date(from.getTime() + ms)) >= dayIn(timeZone, from)).toBe(true);
    }),
  );
});
