/** A day on the calendar of the British brand, counted from today. */
export const dayIn = (ahead: { days?: number; months?: number }) =>
  Temporal.Now.plainDateISO('Europe/London').add(ahead);

/** 'd MMMM yyyy', as sentences have it. */
export const inSentence = (day: Temporal.PlainDate) => day.toLocaleString('en-GB', { dateStyle: 'long' });

/** 'dd MMM yyyy', as facts have it. */
export function textOf(day: Temporal.PlainDate): string {
  const month = day.toLocaleString('en-US', { month: 'short' });
  return `${String(day.day).padStart(2, '0')} ${month} ${day.year}`;
}
