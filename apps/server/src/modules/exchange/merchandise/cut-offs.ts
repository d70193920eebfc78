import type { CampaignView, CutOff } from '@keepsake/contracts/exchange/cut-off';
import { DAY_MS } from '../../../platform/clock.ts';
import { type Campaign, inLanguage, type MerchandiseChannel } from './merchandise-schema.ts';

/** A yearly moment has no year in the file. */
const isYearly = (moment: string) => moment.length === 'MM-DDThh:mm'.length;

/**
 * When a moment of the file occurs, by the clocks of a zone; for a yearly one the next occurrence. If summer time skips or
 * doubles the hour, the earlier reading counts, so that nobody who goes by it is late.
 */
export function instantOf(moment: string, timeZone: string, now: Date): Date {
  if (!isYearly(moment)) return instantIn(moment, timeZone);
  const { year } = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(timeZone);
  const thisYear = instantIn(`${year}-${moment}`, timeZone);
  return thisYear > now ? thisYear : instantIn(`${year + 1}-${moment}`, timeZone);
}

/** The instant of a wall time, `2026-12-14T12:00`, by the same reading. */
export function instantIn(wallTime: string, timeZone: string): Date {
  const zoned = Temporal.PlainDateTime.from(wallTime).toZonedDateTime(timeZone, {
    disambiguation: 'earlier',
  });
  return new Date(zoned.epochMilliseconds);
}

/** Whether summer time skips or doubles a moment of the file; null on all other days. */
export function dstTransitionOf(moment: string, timeZone: string, now: Date): 'skipped' | 'doubled' | null {
  const at = instantOf(moment, timeZone, now);
  const { year } = Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(timeZone);
  const wallTime = Temporal.PlainDateTime.from(isYearly(moment) ? `${year}-${moment}` : moment);
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    wallTime.toZonedDateTime(timeZone, { disambiguation }),
  );
  if (earlier?.epochMilliseconds === later?.epochMilliseconds) return null;
  return earlier?.toPlainDateTime().equals(wallTime) ? 'doubled' : 'skipped';
}

type Place = { channel: MerchandiseChannel; timeZone: string; now: Date };

/** The next cut-off of a group to announce now; null outside the notice period. */
export function nextCutOff(group: string, { channel, timeZone, now }: Place): CutOff | null {
  const notified = channel.campaigns.flatMap((campaign) => {
    const given = campaign.cutOffs.find(({ articleGroup }) => articleGroup === group);
    if (!given) return [];
    const orderBy = instantOf(given.orderBy, timeZone, now);
    const isNotified = orderBy > now && orderBy.getTime() - now.getTime() <= campaign.noticeDays * DAY_MS;
    return isNotified ? [{ campaign, orderBy }] : [];
  });
  const [next] = notified.toSorted((a, b) => a.orderBy.getTime() - b.orderBy.getTime());
  if (!next) return null;
  const { locale } = channel.vendor;
  return {
    campaign: next.campaign.name,
    title: inLanguage(next.campaign.title, locale),
    promise: inLanguage(next.campaign.promise, locale),
    orderBy: next.orderBy.toISOString(),
  };
}

/** A campaign with all its cut-offs, including past ones. */
export function viewCampaign(campaign: Campaign, { channel, timeZone, now }: Place): CampaignView {
  const { locale } = channel.vendor;
  return {
    name: campaign.name,
    title: inLanguage(campaign.title, locale),
    promise: inLanguage(campaign.promise, locale),
    timeZone,
    now: now.toISOString(),
    cutOffs: campaign.cutOffs.map(({ articleGroup, orderBy }) => {
      const at = instantOf(orderBy, timeZone, now);
      return { articleGroup, orderBy: at.toISOString(), hasPassed: at <= now };
    }),
  };
}
