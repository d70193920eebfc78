import { dateFormat } from './formats.ts';

export type Moment = { at: Date; locale: string; timeZone: string };

type Style = 'short' | 'longGeneric' | 'long';

const asNamed = ({ at, locale, timeZone }: Moment, timeZoneName: Style | 'shortGeneric') =>
  dateFormat(locale, { timeZone, timeZoneName })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/**
 * Style in which `Intl` names a time zone familiarly in a locale: 'CET' in Dutch. French has no such abbreviation for Paris:
 * the short form would be 'UTC+1', so the long form is used, 'heure d’Europe centrale'. London has no such name either, only
 * 'heure : Royaume-Uni': its clock has one, 'heure d’été britannique'.
 */
export function zoneNameStyle(moment: Moment): Style {
  if (!/^(?:UTC|GMT)[+−-]/.test(asNamed(moment, 'short'))) return 'short';
  return asNamed(moment, 'longGeneric') === asNamed(moment, 'shortGeneric') ? 'long' : 'longGeneric';
}

/** The name of the time zone that readers of the locale know. */
export const nameZone = (moment: Moment): string => asNamed(moment, zoneNameStyle(moment));
