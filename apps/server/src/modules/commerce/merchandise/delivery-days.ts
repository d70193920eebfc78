import { addDays } from '@keepsake/contracts';
import { instantIn } from './cut-offs.ts';
import type { Campaign, MerchandiseChannel } from './merchandise-schema.ts';

export type Days = { from: string; to: string };

/** What is sold in a group, by whose calendar and clocks. */
export type DeliveryPlace = { channel: MerchandiseChannel; group: string; timeZone: string };

/** What is known of an article for the day by which it is needed. */
export type Timing = {
  /** When it comes if it is ordered now; null where the file does not say. */
  arrival: Days | null;
  /** Until when to order it so that it is there; null where the file does not say. */
  orderBy: Date | null;
};

/** When something arrives that is ordered now, and until when to order it for a day. */
export function timingFor(neededOn: string, { now, ...place }: DeliveryPlace & { now: Date }): Timing {
  const { channel, group, timeZone } = place;
  const delivery = channel.articleGroups.find(({ name }) => name === group)?.delivery;
  const arrival = delivery ? arrivalOf(place, now) : null;
  const orderBy = delivery ? lastOrderFor(place, neededOn) : null;
  const promised = channel.campaigns.flatMap((campaign) => {
    const cutOff = campaign.cutOffs.find(({ articleGroup }) => articleGroup === group);
    const arrivesBy = cutOff && dayOfPromise(campaign, neededOn, isWorkingDay(channel));
    return arrivesBy ? [{ arrivesBy, until: lastBefore(cutOff.orderBy, arrivesBy, timeZone) }] : [];
  });
  const [promise] = promised.toSorted((a, b) => b.until.getTime() - a.until.getTime());
  if (!promise) return { arrival, orderBy };
  const { arrivesBy, until } = promise;
  // What a campaign promises counts in place of the usual days: before it, and once it is over, when all are late.
  if (now < until) return { arrival: arrival && earliest(arrival, arrivesBy), orderBy: until };
  const after = arrival && { from: arrival.from, to: later(arrival.to, addWorking(channel, arrivesBy, 1)) };
  return { arrival: after, orderBy: until };
}

const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);
const earliest = ({ from, to }: Days, by: string): Days => ({ from: earlier(from, by), to: earlier(to, by) });

/** The days on which something is there that is ordered at that moment. */
function arrivalOf({ channel, group, timeZone }: DeliveryPlace, at: Date): Days {
  const { orderUntil, workingDays } = deliveryOf(channel, group);
  const today = Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const isInTime = isWorkingDay(channel)(today) && at < instantIn(`${today}T${orderUntil}`, timeZone);
  const begun = isInTime ? today : addWorking(channel, today, 1);
  return {
    from: addWorking(channel, begun, workingDays.from),
    to: addWorking(channel, begun, workingDays.to),
  };
}

/** The last moment whose orders are there on that day at the latest. */
function lastOrderFor({ channel, group, timeZone }: DeliveryPlace, neededOn: string): Date {
  const { orderUntil, workingDays } = deliveryOf(channel, group);
  let day = neededOn;
  while (!isWorkingDay(channel)(day)) day = addDays(day, -1);
  for (let left = workingDays.to; left > 0; ) {
    day = addDays(day, -1);
    if (isWorkingDay(channel)(day)) left -= 1;
  }
  return instantIn(`${day}T${orderUntil}`, timeZone);
}

function deliveryOf(channel: MerchandiseChannel, group: string) {
  const delivery = channel.articleGroups.find(({ name }) => name === group)?.delivery;
  if (!delivery) throw new RangeError(`The group ${group} says nothing of its delivery`);
  return delivery;
}

/** So many working days later; a day that is none counts for the one before it. */
function addWorking(channel: MerchandiseChannel, from: string, count: number): string {
  const isOpen = isWorkingDay(channel);
  let day = from;
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    if (isOpen(day)) left -= 1;
  }
  return day;
}

/** Monday to Friday, without the days on which nothing is made and brought. */
function isWorkingDay({ closedDays }: MerchandiseChannel) {
  const closed = new Set(closedDays);
  return (day: string): boolean => {
    const { dayOfWeek } = Temporal.PlainDate.from(day);
    return dayOfWeek <= 5 && !closed.has(day) && !closed.has(day.slice(5));
  };
}

/** The day of a campaign's promise that is as good as that day: nothing is brought between the two. */
function dayOfPromise(
  { arrivesBy }: Campaign,
  neededOn: string,
  isOpen: (day: string) => boolean,
): string | null {
  if (!arrivesBy) return null;
  const year = Number(neededOn.slice(0, 4));
  const days =
    arrivesBy.length === 'MM-DD'.length ? [year, year - 1].map((of) => `${of}-${arrivesBy}`) : [arrivesBy];
  const day = days.find((each) => each <= neededOn);
  if (!day) return null;
  for (let between = addDays(day, 1); between <= neededOn; between = addDays(between, 1))
    if (isOpen(between)) return null;
  return day;
}

/** The last time that a cut-off of the file was or is before the end of a day. */
function lastBefore(orderBy: string, day: string, timeZone: string): Date {
  if (orderBy.length > 'MM-DDThh:mm'.length) return instantIn(orderBy, timeZone);
  const year = Number(day.slice(0, 4));
  return instantIn(`${orderBy.slice(0, 5) <= day.slice(5) ? year : year - 1}-${orderBy}`, timeZone);
}
