import { addDays } from '@keepsake/contracts/library/retention';
import type { Days } from '@keepsake/contracts/platform/fields';
import { dayIn } from '../../../platform/wall-time.ts';
import { instantIn } from './cut-offs.ts';
import type { Campaign, MerchandiseChannel } from './merchandise-schema.ts';

/** An article group, with its calendar and time zone. */
export type DeliveryPlace = { channel: MerchandiseChannel; group: string; timeZone: string };

/** Delivery facts of an article for the day on which it is needed. */
export type Timing = {
  /** When it arrives if ordered now; null if the file does not say. */
  arrival: Days | null;
  /** The latest time to order for arrival by that day; null if the file does not say. */
  orderBy: Date | null;
};

/** When something ordered now arrives, and the latest time to order it for a day. */
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
  // A campaign's promise replaces the usual days: before its cut-off, and after it, when everything is late.
  if (now < until) return { arrival: arrival && earliest(arrival, arrivesBy), orderBy: until };
  const after = arrival && { from: arrival.from, to: later(arrival.to, addWorking(channel, arrivesBy, 1)) };
  return { arrival: after, orderBy: until };
}

const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);
const earliest = ({ from, to }: Days, by: string): Days => ({ from: earlier(from, by), to: earlier(to, by) });

/** The days on which something ordered at that moment arrives. */
function arrivalOf({ channel, group, timeZone }: DeliveryPlace, at: Date): Days {
  const { orderUntil, workingDays } = deliveryOf(channel, group);
  const today = dayIn(timeZone, at);
  const isInTime = isWorkingDay(channel)(today) && at < instantIn(`${today}T${orderUntil}`, timeZone);
  const started = isInTime ? today : addWorking(channel, today, 1);
  return {
    from: addWorking(channel, started, workingDays.from),
    to: addWorking(channel, started, workingDays.to),
  };
}

/** The latest moment at which an order still arrives by that day. */
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

/** Adds working days; a non-working day counts as the one before it. */
function addWorking(channel: MerchandiseChannel, from: string, count: number): string {
  const isOpen = isWorkingDay(channel);
  let day = from;
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    if (isOpen(day)) left -= 1;
  }
  return day;
}

/** Monday to Friday, except the channel's closed days. */
function isWorkingDay({ closedDays }: MerchandiseChannel) {
  const closed = new Set(closedDays);
  return (day: string): boolean => {
    const { dayOfWeek } = Temporal.PlainDate.from(day);
    return dayOfWeek <= 5 && !closed.has(day) && !closed.has(day.slice(5));
  };
}

/** The day of a campaign's promise that amounts to that day, because nothing is delivered between the two. */
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

/** The last occurrence of a cut-off before the end of a day. */
function lastBefore(orderBy: string, day: string, timeZone: string): Date {
  if (orderBy.length > 'MM-DDThh:mm'.length) return instantIn(orderBy, timeZone);
  const year = Number(day.slice(0, 4));
  return instantIn(`${orderBy.slice(0, 5) <= day.slice(5) ? year : year - 1}-${orderBy}`, timeZone);
}
