import i18next from 'i18next';
import { describe, expect, test } from 'vitest';
import { makePhoto } from '#/features/library/photos/photo.fixture.ts';
import german from '../../../../locales/de-AT.json' with { type: 'json' };
import english from '../../../../locales/en-GB.json' with { type: 'json' };
import { captionOf } from './caption.tsx';

const resources = { 'en-GB': { translation: english }, 'de-AT': { translation: german } };
await i18next.init({ lng: 'en-GB', resources, interpolation: { escapeValue: false } });
const caption = (
  details: Parameters<typeof makePhoto>[1],
  { locale = 'en-GB', timeZone = 'Europe/London' } = {},
) => captionOf(makePhoto(1, details), i18next.getFixedT(locale), { locale, timeZone });

describe('the caption', () => {
  test("is 'Taken on d MMMM yyyy at HH:mm:ss' in the camera’s wall time [PRV-19]", () => {
    expect(caption({ dateTaken: '2024-03-09T00:04:05' })).toBe('Taken on 9 March 2024 at 00:04:05');
    expect(caption({ dateTaken: '2024-12-31T23:59:59' })).toBe('Taken on 31 December 2024 at 23:59:59');
  });

  test('is in the language of the channel [PRV-19]', () => {
    expect(caption({ dateTaken: '2024-01-05T14:03:22' }, { locale: 'de-AT' })).toBe(
      'Aufgenommen am 5. Jänner 2024 um 14:03:22 Uhr',
    );
  });

  test.each([
    ['year', '1974-07-01T12:00:00', 'Taken in 1974', 'Aufgenommen 1974'],
    ['month', '1974-07-01T12:00:00', 'Taken in July 1974', 'Aufgenommen im Juli 1974'],
    ['day', '1974-07-04T12:00:00', 'Taken on 4 July 1974', 'Aufgenommen am 4. Juli 1974'],
    ['month', '1970-01-01T12:00:00', 'Taken in January 1970', 'Aufgenommen im Jänner 1970'],
  ] as const)('of a %s alone says no more', (datePrecision, dateTaken, english, german) => {
    expect(caption({ dateTaken, datePrecision })).toBe(english);
    expect(caption({ dateTaken, datePrecision }, { locale: 'de-AT' })).toBe(german);
  });

  test.each([undefined, 'soon', '2024-99-99T10:00:00'])(
    'does not claim when it was taken for %s [PRV-20]',
    (dateTaken) => {
      expect(caption({ dateTaken, created: '2024-05-01T10:00:00Z' })).toBe('Added on 1 May 2024');
    },
  );

  test.each([
    ['Europe/London', 'Added on 31 May 2024'],
    ['Europe/Vienna', 'Added on 1 June 2024'],
  ])('has the day of its upload in %s, as the month in which the photo stands [PRV-20]', (timeZone, text) => {
    expect(caption({ dateTaken: undefined, created: '2024-05-31T22:30:00Z' }, { timeZone })).toBe(text);
  });
});
