const DAY_MS = 86_400_000;

/** The day that is so many calendar months later; a day that the month lacks becomes its last. Days are YYYY-MM-DD. */
export function addMonths(day: string, months: number): string {
  const { year, month, dayOfMonth } = partsOf(day);
  const lastOfMonth = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate();
  return format(Date.UTC(year, month + months, Math.min(dayOfMonth, lastOfMonth)));
}

export function addDays(day: string, days: number): string {
  return format(instantOf(day) + days * DAY_MS);
}

/** Days from the first to the second, negative when that is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((instantOf(to) - instantOf(from)) / DAY_MS);
}

/**
 * Whole calendar months from the first day to the second: so many can be taken off the second without passing the first.
 * 0 when it is not later.
 */
export function monthsBetween(from: string, to: string): number {
  const [a, b] = [partsOf(from), partsOf(to)];
  const apart = (b.year - a.year) * 12 + b.month - a.month;
  return Math.max(0, addMonths(to, -apart) >= from ? apart : apart - 1);
}

function partsOf(day: string) {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  return { year, month: month - 1, dayOfMonth };
}

function instantOf(day: string): number {
  const { year, month, dayOfMonth } = partsOf(day);
  return Date.UTC(year, month, dayOfMonth);
}

const format = (instant: number) => new Date(instant).toISOString().slice(0, 10);
