import { type Moment, zoneNameStyle } from '@keepsake/contracts/platform/zone-names';

/**
 * How `Intl` names the time zone behind a time in a mail, which cannot ask its reader's device; undefined where everybody in the
 * locale's country has this clock. 'Monday 14 September at 11:00 BST' is for others: at home nobody says so. The hour that comes
 * twice is never left open.
 */
export function zoneNameInMails(moment: Moment): ReturnType<typeof zoneNameStyle> | undefined {
  const { at, locale, timeZone } = moment;
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime());
  const there = instant.toZonedDateTimeISO(timeZone);
  const zones = new Intl.Locale(locale).maximize().getTimeZones() ?? [];
  const isAtHome =
    zones.length > 0 && zones.every((zone) => instant.toZonedDateTimeISO(zone).offset === there.offset);
  return isAtHome && !isRepeated(there) ? undefined : zoneNameStyle(moment);
}

/** Whether a clock shows this time twice, in the hour when summer time ends. */
function isRepeated(time: Temporal.ZonedDateTime): boolean {
  const clock = time.toPlainDateTime();
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    clock.toZonedDateTime(time.timeZoneId, { disambiguation }),
  );
  return first?.epochMilliseconds !== second?.epochMilliseconds;
}
