/** A day in the British brand's calendar, relative to today. */
export const dayIn = (ahead: { days?: number; months?: number }) =>
  Temporal.Now.plainDateISO('Europe/London').add(ahead);

/** 'd MMMM yyyy', as in sentences. */
export const inSentence = (day: Temporal.PlainDate) => day.toLocaleString('en-GB', { dateStyle: 'long' });

/** 'dd MMM yyyy', as in labels. */
export function textOf(day: Temporal.PlainDate): string {
  const month = day.toLocaleString('en-US', { month: 'short' });
  return `${String(day.day).padStart(2, '0')} ${month} ${day.year}`;
}
