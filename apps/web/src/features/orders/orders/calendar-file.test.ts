import { expect, test } from 'vitest';
import { deliveryCalendar } from './calendar-file.ts';

test('a calendar file has whole days, escaped text and lines of at most 75 octets', () => {
  const text = deliveryCalendar({
    orderCode: 'K-1',
    days: { from: '2026-12-31', to: '2026-12-31' },
    title: `Livraison, ${'é'.repeat(60)}; ok`,
    url: 'https://photos.example/orders/K-1',
    now: new Date('2026-11-22T12:00:00.123Z'),
  });
  expect(text).toContain('SEQUENCE:29922480\r\nDTSTAMP:20261122T120000Z\r\n');
  expect(text).toContain('DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n');
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:Livraison\\, ${'é'.repeat(60)}\\; ok\r\n`);
  for (const line of text.split('\r\n'))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
});
