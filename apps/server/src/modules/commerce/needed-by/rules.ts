import type { NeededNews, NeededVerdict } from '@keepsake/contracts';

/** Days of the calendar, YYYY-MM-DD; both ends count. */
export type Days = { from: string; to: string };

const DAY_MS = 86_400_000;

/** The day in a time zone at an instant. */
export const dayIn = (timeZone: string, at: Date): string =>
  Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** How a day stands against the days of arrival. */
export function compareDays(date: string, { from, to }: Days): 'in-time' | 'tight' | 'late' {
  if (to <= date) return 'in-time';
  return from <= date ? 'tight' : 'late';
}

type Whole = {
  date: string;
  /** In the same calendar. */
  today: string;
};

/** Whether an order is there by its date: by what was delivered, by what is promised, and by what carriers say. */
export function verdictOfOrder({
  date,
  today,
  arrival,
  deliveredOn,
  isSent,
  parcels,
}: Whole & {
  arrival: Days | null;
  deliveredOn: string | null;
  /** Everything is on its way. */
  isSent: boolean;
  /** Where carriers say that its parcels are. */
  parcels: readonly string[];
}): { verdict: NeededVerdict; arrival: Days | null } {
  if (deliveredOn !== null) {
    const days = { from: deliveredOn, to: deliveredOn };
    return { verdict: deliveredOn <= date ? 'arrived' : 'late', arrival: days };
  }
  if (today > date) return { verdict: 'late', arrival: arrival && from(today, arrival) };
  // Whoever collects it has it in reach.
  const waits = isSent && parcels.length > 0 && parcels.every((state) => state === 'ready-for-pick-up');
  if (waits) return { verdict: 'in-time', arrival: { from: today, to: today } };
  if (!arrival) return { verdict: 'unknown', arrival: null };
  const days = from(today, arrival);
  const verdict = compareDays(date, days);
  const isHeldUp =
    arrival.to < today || parcels.some((state) => state === 'exception' || state === 'attempted');
  // A promise that has passed, or a parcel that could not be handed over, promises nothing any more.
  return { verdict: isHeldUp && verdict === 'in-time' ? 'tight' : verdict, arrival: days };
}

/** What has not come yet comes today at the earliest. */
const from = (today: string, days: Days): Days => ({
  from: days.from < today ? today : days.from,
  to: days.to < today ? today : days.to,
});

/** Whether a project is there by its date if it is ordered now. */
export function verdictOfProject({
  date,
  today,
  now,
  timing,
}: Whole & { now: Date; timing: { arrival: Days | null; orderBy: Date | null } | null }): NeededVerdict {
  if (today > date) return 'late';
  const { arrival = null, orderBy = null } = timing ?? {};
  // Until then it is promised, whatever else is usual.
  if (orderBy && now < orderBy) return 'in-time';
  if (arrival) {
    const usual = compareDays(date, arrival);
    return usual === 'in-time' ? 'tight' : usual;
  }
  return orderBy ? 'late' : 'unknown';
}

/** What a date has come to, as far as customers are told of it. */
export type Stage = NeededNews | 'unknown' | 'arrived';
export type Told = { stage: Stage | null; at: Date | null };

/** From how long before its last moment a project is reminded of, the nearest last. */
const REMINDERS = [
  ['three-days', 3 * DAY_MS],
  ['one-day', DAY_MS],
] as const;

/** The stage of an order's date is its verdict; that of a project's says how near its last moment is. */
export function stageOf(verdict: NeededVerdict, orderBy: Date | null, now: Date): Stage {
  if (verdict !== 'in-time' || !orderBy) return verdict;
  const leftMs = orderBy.getTime() - now.getTime();
  return REMINDERS.findLast(([, beforeMs]) => leftMs <= beforeMs)?.[0] ?? 'in-time';
}

/** Between two mails about one date. */
export const QUIET_MS = DAY_MS / 2;

/**
 * What to mail now: each change of what matters once, and no two mails within half a day, so that what changes to and fro is
 * told as it is then. An order is told of when it becomes late or tight, and when it is in time again after that; a project three
 * days and one day before its last moment, and when it is too late. Null: nothing is new.
 */
export function newsOf(
  kind: 'project' | 'order',
  stage: Stage,
  { told, now }: { told: Told; now: Date },
): NeededNews | null {
  if (stage === told.stage || stage === 'unknown' || stage === 'arrived') return null;
  if (told.at && now.getTime() - told.at.getTime() < QUIET_MS) return null;
  if (kind === 'project') return stage === 'in-time' || stage === 'tight' ? null : stage;
  if (stage === 'in-time') return told.stage === 'late' || told.stage === 'tight' ? stage : null;
  return stage;
}
