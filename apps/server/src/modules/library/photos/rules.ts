import type { SortKey, SortOrder } from '@keepsake/contracts';
import { Problem } from '../../../platform/problem.ts';

/** Wall time as the database writes it: `YYYY-MM-DD HH:mm:ss[.SSS]`. */
export type OrderTime = string;

/** A place in a sorted list of photos. */
export type Position = { order: OrderTime; id: string };

/** First day of a month for the database, `YYYY-MM-01`. */
export function firstDayOf(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}

/** First day of the month after. */
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

/**
 * An opaque mark after a position. It holds milliseconds since 1970 and the photo's id, which say nothing that the
 * customer's own page did not; queries name the customer, so a mark of somebody else opens nothing.
 */
export function encodeCursor(sortKey: SortKey, sortOrder: SortOrder, { order, id }: Position): string {
  return `${sortKey[0]}${sortOrder[0]}_${Date.parse(`${order.replace(' ', 'T')}Z`)}_${id}`;
}

const CURSOR = /^([cd])([ad])_(-?\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const EARLIEST = Date.parse('0001-01-01T00:00:00Z') - 1;
const LATEST = Date.UTC(9999, 11, 31);

/** Reads a mark of the same sort; throws the problem `invalid-cursor` for anything else. */
export function decodeCursor(sortKey: SortKey, sortOrder: SortOrder, cursor: string): Position {
  const [, key, order, milliseconds, id] = CURSOR.exec(cursor) ?? [];
  const time = Number(milliseconds);
  const isOurs = key === sortKey[0] && order === sortOrder[0] && time > EARLIEST && time < LATEST;
  if (!isOurs || id === undefined) throw new Problem('invalid-cursor');
  return { order: databaseTime(time), id };
}

/** Milliseconds since 1970 as wall time. */
function databaseTime(milliseconds: number): OrderTime {
  return new Date(milliseconds).toISOString().slice(0, 23).replace('T', ' ');
}
