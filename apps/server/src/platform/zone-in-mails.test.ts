import { describe, expect, test } from 'vitest';
import { zoneNameInMails } from './zone-in-mails.ts';

const noon = new Date('2026-09-14T10:00:00Z');

describe('the time zone behind a time in a mail', () => {
  test.each([
    ['en-GB', 'Europe/London'],
    ['de-AT', 'Europe/Vienna'],
    ['nl-NL', 'Europe/Amsterdam'],
    ['fr-FR', 'Europe/Paris'],
    ['sv-SE', 'Europe/Stockholm'],
    ['de-AT', 'Europe/Paris'],
    ['da', 'Europe/Copenhagen'],
  ])('goes unnamed for readers of %s if it is %s, whose clock they have at home', (locale, timeZone) => {
    expect(zoneNameInMails({ at: noon, locale, timeZone })).toBeUndefined();
  });

  test.each([
    ['en-GB', 'Europe/Vienna', 'short'],
    ['fr-FR', 'Europe/London', 'long'],
    // On the Canary Islands and in most of the United States it is another time.
    ['es-ES', 'Europe/Madrid', 'short'],
    ['en-US', 'America/New_York', 'short'],
  ])('is named for readers of %s if it is %s', (locale, timeZone, style) => {
    expect(zoneNameInMails({ at: noon, locale, timeZone })).toBe(style);
  });

  test('is named in the hour that comes twice when summer time ends', () => {
    const nameAt = (at: string) =>
      zoneNameInMails({ at: new Date(at), locale: 'nl-NL', timeZone: 'Europe/Amsterdam' });
    expect(['00:30', '01:30', '02:00'].map((time) => nameAt(`2026-10-25T${time}:00Z`))).toEqual([
      'short',
      'short',
      undefined,
    ]);
  });
});
