type Moment = { at: Date; locale: string; timeZone: string };

const asNamed = ({ at, locale, timeZone }: Moment, timeZoneName: 'short' | 'longGeneric') =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/**
 * How `Intl` is to name a time zone so that readers of a locale know it: 'CET' in Dutch. French has no such letters for Paris and
 * would say 'UTC+1', which nobody reads off a clock, where the long form says 'heure d’Europe centrale'.
 */
export const zoneNameStyle = (moment: Moment): 'short' | 'longGeneric' =>
  /^(?:UTC|GMT)[+−-]/.test(asNamed(moment, 'short')) ? 'longGeneric' : 'short';

/** The time zone by a name that readers of a locale know. */
export const nameZone = (moment: Moment): string => asNamed(moment, zoneNameStyle(moment));
