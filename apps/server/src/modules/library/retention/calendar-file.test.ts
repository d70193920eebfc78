import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const given = {
  uid: 'storage-1@photos.example',
  sequence: 7,
  day: '2026-12-31',
  title: 'Last day',
  description: 'Order, or download.',
  url: 'https://photos.example/my-photos/photos',
  now: new Date('2026-10-01T05:10:00.123Z'),
};
/** Reads a file as RFC 5545 defines it: lines end with CRLF, and a line that starts with a space continues the previous one. */
function read(file: string): [string, string][] {
  expect(file.endsWith('\r\n')).toBe(true);
  const lines = file.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);
  return lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]);
}
const unescapeText = (text: string) =>
  text.replace(/\\([\\;,nN])/g, (_, what) => (/n/i.test(what) ? '\n' : what));

describe('the calendar file of a reminder', () => {
  test('is a whole day, which ends when the next begins', () => {
    const properties = new Map(read(calendarFile(given)));
    expect(properties.get('DTSTART;VALUE=DATE')).toBe('20261231');
    expect(properties.get('DTEND;VALUE=DATE')).toBe('20270101');
    expect(properties.get('DTSTAMP')).toBe('20261001T051000Z');
    expect(properties.get('UID')).toBe(given.uid);
    expect(properties.get('SEQUENCE')).toBe('7');
  });

  test('opens and closes its parts in order', () => {
    const open: string[] = [];
    for (const [name, value] of read(calendarFile(given))) {
      if (name === 'BEGIN') open.push(value);
      if (name === 'END') expect(open.pop()).toBe(value);
    }
    expect(open).toEqual([]);
  });

  test('has lines of at most 75 octets and preserves any text', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 }).filter((some) => !/\r/.test(some));
    fc.assert(
      fc.property(text, (description) => {
        const file = calendarFile({ ...given, description });
        for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        const found = read(file).find(([name]) => name === 'DESCRIPTION');
        expect(unescapeText(found?.[1] ?? '')).toBe(description);
      }),
    );
  });
});
