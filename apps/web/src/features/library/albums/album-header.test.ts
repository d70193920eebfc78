import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { createdText } from './album-header.tsx';

const t = ((key: string, values?: { date?: string }) =>
  `${key}${values?.date ? ` ${values.date}` : ''}`) as unknown as TFunction;
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
const now = new Date(2026, 2, 1, 0, 30);
const text = (created: string) => createdText(created, { now, locale: 'en-GB', t });

test('an album created since midnight was created today, even by a clock that is ahead [ALD-05]', () => {
  expect(text(at(2026, 2, 1, 0, 0))).toBe('album.createdToday');
  expect(text(at(2026, 2, 1, 9, 0))).toBe('album.createdToday');
});

test('one created an hour ago, before midnight, was created yesterday [ALD-06]', () => {
  expect(text(at(2026, 1, 28, 23, 30))).toBe('album.createdYesterday');
  expect(text(at(2026, 1, 28, 0, 0))).toBe('album.createdYesterday');
});

test('an earlier one shows its date [ALD-07]', () => {
  expect(text(at(2026, 1, 27, 23, 59))).toBe('albums.created 27 Feb 2026');
});
