import type { TimelineMap } from '@keepsake/contracts/library/photos';
import type { SortOrder } from '@keepsake/contracts/platform/start-of-page';

/** Wall time in the database's format: `YYYY-MM-DD HH:mm:ss[.SSS]`. */
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

/** Year -> month -> value, the wire format of months; `month` is a first day. */
export function byMonth<Value>(rows: readonly { month: string; value: Value }[]) {
  const map: Record<string, Record<string, Value>> = {};
  for (const { month, value } of rows) {
    const year = String(Number(month.slice(0, 4)));
    map[year] ??= {};
    map[year][String(Number(month.slice(5, 7)))] = value;
  }
  return map;
}

/** About as many photos as a first screen shows, and at most this many months: small ones stand beside one another. */
const START = { photos: 24, months: 8 };

/** The months at the start of a timeline, until there are enough photos for a first screen. */
export function startMonths(map: TimelineMap, sortOrder: SortOrder): { year: string; month: string }[] {
  const months = Object.entries(map).flatMap(([year, counts]) =>
    Object.entries(counts).map(([month, count]) => ({ year, month, count })),
  );
  const direction = sortOrder === 'asc' ? 1 : -1;
  const at = ({ year, month }: { year: string; month: string }) => Number(year) * 12 + Number(month);
  months.sort((one, other) => (at(one) - at(other)) * direction);
  const start = [];
  let photos = 0;
  for (const { year, month, count } of months) {
    if (photos >= START.photos || start.length === START.months) break;
    start.push({ year, month });
    photos += count;
  }
  return start;
}

/** An instant as wall time in a time zone, for ordering and grouping: `YYYY-MM-DD HH:mm:ss.SSS`. */
export function wallTimeIn(timeZone: string, instant: Date): OrderTime {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  return zoned.toPlainDateTime().toString({ smallestUnit: 'millisecond' }).replace('T', ' ');
}

/** Pixel size of a picture scaled to fit a box; nothing is enlarged and no edge is below one pixel. */
export function fitBox(width: number, height: number, box: number): { width: number; height: number } {
  const scale = Math.min(1, box / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
