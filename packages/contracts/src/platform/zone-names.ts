import { dateFormat } from './formats.ts';

type Moment = { at: Date; locale: string; timeZone: string };

const asNamed = ({ at, locale, timeZone }: Moment, timeZoneName: 'short' | 'longGeneric') =>
  dateFormat(locale, { timeZone, timeZoneName })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/**
 * Style in which `Intl` names a time zone familiarly in a locale: 'CET' in Dutch. French has no such abbreviation for Paris:
 * the short form would be 'UTC+1', so the long form is used, 'heure d’Europe centrale'.
 */
export const zoneNameStyle = (moment: Moment): 'short' | 'longGeneric' =>
  /^(?:UTC|GMT)[+−-]/.test(asNamed(moment, 'short')) ? 'longGeneric' : 'short';

/** The name of the time zone that readers of the locale know. */
export const nameZone = (moment: Moment): string => asNamed(moment, zoneNameStyle(moment));
