/** Wall time as the database writes it: `YYYY-MM-DD HH:mm:ss[.SSS]`. */
export type OrderTime = string;

/** First day of a month for the database, `YYYY-MM-01`. */
export function firstDayOf(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}

/** First day of the following month. */
export function nextMonth(firstDay: string): string {
  const [year = 1, month = 1] = firstDay.split('-').map(Number);
  return month === 12 ? firstDayOf(year + 1, 1) : firstDayOf(year, month + 1);
}

/** The month that a wall time belongs to, as its first day. */
export function monthOf(order: OrderTime): string {
  return `${order.slice(0, 7)}-01`;
}

/** An instant on the clock of a time zone, for ordering and grouping: `YYYY-MM-DD HH:mm:ss.SSS`. */
export function wallTimeIn(timeZone: string, instant: Date): OrderTime {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  return zoned.toPlainDateTime().toString({ smallestUnit: 'millisecond' }).replace('T', ' ');
}

/** Pixel size of a picture whose long edge fits a box; nothing is enlarged and no edge is below one pixel. */
export function fitBox(width: number, height: number, box: number): { width: number; height: number } {
  const scale = Math.min(1, box / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
