/** A day on the calendar of the British brand, counted from today. */
export const dayIn = (ahead: { days?: number; months?: number }) =>
  Temporal.Now.plainDateISO('Europe/London').add(ahead);

/** 'dd MMM yyyy'. */
export function textOf(day: Temporal.PlainDate): string {
  const month = day.toLocaleString('en-US', { month: 'short' });
  return `${String(day.day).padStart(2, '0')} ${month} ${day.year}`;
}
