import { describe, expect, test } from 'vitest';
import { timingFor } from './delivery-days.ts';
import type { MerchandiseChannel } from './merchandise-schema.ts';

type Changes = {
  orderUntil?: string;
  workingDays?: { from: number; to: number } | null;
  closedDays?: string[];
  campaign?: { arrivesBy?: string; orderBy: string };
  timeZone?: string;
};

/** What is known about a group for a day, at a moment. */
function at(now: string, neededOn: string, changes: Changes = {}) {
  const { orderUntil = '12:00', workingDays = { from: 2, to: 3 }, closedDays = [], campaign } = changes;
  const delivery = workingDays ? { orderUntil, workingDays } : undefined;
  const channel: MerchandiseChannel = {
    id: 'pennyfern',
    vendor: { id: 'pennyfern-gb', locale: 'en-GB' },
    shopUrl: '/',
    currency: 'GBP',
    languages: ['en-GB'],
    articles: [],
    articleGroups: [{ name: 'prints', title: 'Prints', articles: ['A'], delivery }],
    closedDays,
    campaigns: campaign
      ? [
          {
            name: 'christmas',
            title: 'Christmas',
            promise: 'to have it before Christmas',
            noticeDays: 28,
            arrivesBy: campaign.arrivesBy,
            cutOffs: [{ articleGroup: 'prints', orderBy: campaign.orderBy }],
          },
        ]
      : [],
  };
  const { timeZone = 'Europe/London' } = changes;
  const timing = timingFor(neededOn, { channel, group: 'prints', timeZone, now: new Date(now) });
  return { arrival: timing.arrival, orderBy: timing.orderBy?.toISOString() ?? null };
}

describe('when an ordered product arrives', () => {
  test('an order on a working day before the cut-off time starts on that day, a later one on the next [CUT-02]', () => {
    expect(at('2026-06-15T10:59:00Z', '2026-07-01').arrival).toEqual({
      from: '2026-06-17',
      to: '2026-06-18',
    });
    expect(at('2026-06-15T11:00:00Z', '2026-07-01').arrival).toEqual({
      from: '2026-06-18',
      to: '2026-06-19',
    });
  });

  test('Saturdays, Sundays and closed days do not count', () => {
    expect(at('2026-06-19T10:00:00Z', '2026-07-01').arrival).toEqual({
      from: '2026-06-23',
      to: '2026-06-24',
    });
    expect(at('2026-06-20T06:00:00Z', '2026-07-01').arrival).toEqual({
      from: '2026-06-24',
      to: '2026-06-25',
    });
    const closedDays = ['06-22', '2026-06-23'];
    expect(at('2026-06-19T10:00:00Z', '2026-07-01', { closedDays }).arrival).toEqual({
      from: '2026-06-25',
      to: '2026-06-26',
    });
  });

  test('the last moment to order allows for the slowest delivery, by the clocks of the zone', () => {
    // Friday the 26th, three working days before it: Tuesday the 23rd.
    expect(at('2026-06-15T10:00:00Z', '2026-06-26').orderBy).toBe('2026-06-23T11:00:00.000Z');
    expect(at('2026-06-15T10:00:00Z', '2026-06-28').orderBy).toBe('2026-06-23T11:00:00.000Z');
    const vienna = { timeZone: 'Europe/Vienna' };
    expect(at('2026-06-15T10:00:00Z', '2026-06-26', vienna).orderBy).toBe('2026-06-23T10:00:00.000Z');
    expect(at('2026-06-15T10:00:00Z', '2026-12-04', vienna).orderBy).toBe('2026-12-01T11:00:00.000Z');
  });

  test('an order until then arrives in time, and a minute later nothing is promised', () => {
    for (let day = 1; day <= 28; day++) {
      const neededOn = `2026-10-${String(day).padStart(2, '0')}`;
      const orderBy = new Date(String(at('2026-09-01T00:00:00Z', neededOn).orderBy));
      const before = at(new Date(orderBy.getTime() - 60_000).toISOString(), neededOn).arrival;
      const after = at(orderBy.toISOString(), neededOn).arrival;
      expect(before && before.to <= neededOn, neededOn).toBe(true);
      expect(after && after.to > neededOn, neededOn).toBe(true);
    }
  });

  test('a time skipped by summer time is read as the earlier one', () => {
    // On Friday, 24 April 2026, clocks in Cairo go from 0:00 to 1:00.
    const cairo = { timeZone: 'Africa/Cairo', orderUntil: '00:30', workingDays: { from: 0, to: 0 } };
    expect(at('2026-04-20T10:00:00Z', '2026-04-24', cairo).orderBy).toBe('2026-04-23T21:30:00.000Z');
    const friday = { from: '2026-04-24', to: '2026-04-24' };
    expect(at('2026-04-23T21:29:00Z', '2026-04-24', cairo).arrival).toEqual(friday);
  });

  test('a campaign’s promise for that day replaces the usual days [CUT-02]', () => {
    const campaign = { arrivesBy: '12-24', orderBy: '12-14T12:00' };
    expect(at('2026-12-01T10:00:00Z', '2026-12-24', { campaign }).orderBy).toBe('2026-12-14T12:00:00.000Z');
    // The 27th has the same deadline as Christmas Eve: nothing is delivered in between.
    const closedDays = ['12-25', '12-26'];
    expect(at('2026-12-01T10:00:00Z', '2026-12-27', { campaign, closedDays }).orderBy).toBe(
      '2026-12-14T12:00:00.000Z',
    );
    expect(at('2026-12-01T10:00:00Z', '2026-12-30', { campaign, closedDays }).orderBy).toBe(
      '2026-12-24T12:00:00.000Z',
    );
    // After the cut-off the usual days may still suffice, without a promise.
    const late = at('2026-12-16T10:00:00Z', '2026-12-24', { campaign, closedDays });
    expect(late).toEqual({
      orderBy: '2026-12-14T12:00:00.000Z',
      arrival: { from: '2026-12-18', to: '2026-12-28' },
    });
    expect(at('2026-01-10T10:00:00Z', '2027-12-24', { campaign }).orderBy).toBe('2027-12-14T12:00:00.000Z');
  });

  test('a campaign is all that is known if the usual days are not configured', () => {
    const workingDays = null;
    const campaign = { arrivesBy: '2026-12-24', orderBy: '2026-12-14T12:00' };
    expect(at('2026-12-01T10:00:00Z', '2026-12-24', { workingDays, campaign })).toEqual({
      arrival: null,
      orderBy: '2026-12-14T12:00:00.000Z',
    });
    expect(at('2026-12-01T10:00:00Z', '2026-12-10', { workingDays, campaign })).toEqual({
      arrival: null,
      orderBy: null,
    });
    const untold = { orderBy: '2026-12-14T12:00' };
    expect(at('2026-12-01T10:00:00Z', '2026-12-24', { workingDays, campaign: untold }).orderBy).toBeNull();
  });
});
