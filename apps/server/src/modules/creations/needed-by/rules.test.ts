import { describe, expect, test } from 'vitest';
import {
  compareDays,
  newsOf,
  QUIET_MS,
  type Stage,
  stageOf,
  verdictOfOrder,
  verdictOfProject,
} from './rules.ts';

const DAY = 86_400_000;
const now = new Date('2026-12-10T10:00:00Z');
const days = (from: string, to = from) => ({ from: `2026-12-${from}`, to: `2026-12-${to}` });

describe('a date compared with days of arrival', () => {
  test.each([
    ['24', '20', '24', 'in-time'],
    ['24', '24', '24', 'in-time'],
    ['24', '23', '25', 'tight'],
    ['24', '24', '25', 'tight'],
    ['24', '25', '28', 'late'],
  ])('%s against %s to %s is %4$s', (day, from, to, verdict) => {
    expect(compareDays(`2026-12-${day}`, days(from, to))).toBe(verdict);
  });
});

type Order = Parameters<typeof verdictOfOrder>[0];
const order = (changes: Partial<Order>) =>
  verdictOfOrder({
    date: '2026-12-24',
    today: '2026-12-10',
    arrival: days('15', '17'),
    deliveredOn: null,
    isSent: false,
    parcels: [],
    ...changes,
  });

describe('an order', () => {
  test('depends on its expected delivery', () => {
    expect(order({})).toEqual({ verdict: 'in-time', arrival: days('15', '17') });
    expect(order({ arrival: days('23', '27') }).verdict).toBe('tight');
    expect(order({ arrival: days('28', '30') }).verdict).toBe('late');
  });

  test('without a promise is unknown, until its date has passed', () => {
    expect(order({ arrival: null })).toEqual({ verdict: 'unknown', arrival: null });
    expect(order({ arrival: null, today: '2026-12-25' }).verdict).toBe('late');
  });

  test('whose promise has passed arrives today at the earliest, and is no longer certain', () => {
    expect(order({ today: '2026-12-20' })).toEqual({ verdict: 'tight', arrival: days('20') });
    expect(order({ today: '2026-12-25' }).verdict).toBe('late');
  });

  test('with an undeliverable parcel is no longer certain', () => {
    for (const parcel of ['exception', 'attempted'])
      expect(order({ parcels: ['in-transit', parcel] }).verdict).toBe('tight');
    expect(order({ parcels: ['in-transit'] }).verdict).toBe('in-time');
    expect(order({ parcels: ['exception'], arrival: days('28') }).verdict).toBe('late');
  });

  test('ready for collection is in time, whatever was expected', () => {
    const waiting = { parcels: ['ready-for-pick-up'], arrival: days('28'), isSent: true };
    expect(order(waiting)).toEqual({ verdict: 'in-time', arrival: days('10') });
    expect(order({ ...waiting, isSent: false }).verdict).toBe('late');
  });

  test('that was delivered has arrived, or was late', () => {
    expect(order({ deliveredOn: '2026-12-24' }).verdict).toBe('arrived');
    expect(order({ deliveredOn: '2026-12-25' }).verdict).toBe('late');
  });
});

type Project = Parameters<typeof verdictOfProject>[0];
const project = (timing: Project['timing'], today = '2026-12-10') =>
  verdictOfProject({ date: '2026-12-24', today, now, timing });

describe('a project', () => {
  test('is in time as long as it can be ordered in time', () => {
    const orderBy = new Date(now.getTime() + 1);
    expect(project({ orderBy, arrival: days('28') })).toBe('in-time');
    expect(project({ orderBy, arrival: null })).toBe('in-time');
  });

  test('may arrive in time, or is late, once that has passed', () => {
    expect(project({ orderBy: now, arrival: days('23', '28') })).toBe('tight');
    expect(project({ orderBy: now, arrival: days('15', '17') })).toBe('tight');
    expect(project({ orderBy: now, arrival: days('28', '29') })).toBe('late');
    expect(project({ orderBy: now, arrival: null })).toBe('late');
  });

  test('is unknown without delivery days, and late after its date', () => {
    expect(project(null)).toBe('unknown');
    expect(project({ orderBy: null, arrival: null })).toBe('unknown');
    expect(project({ orderBy: null, arrival: null }, '2026-12-25')).toBe('late');
  });
});

describe('a notification', () => {
  test('of a project announces its last three days and its last day', () => {
    const stageIn = (ms: number) => stageOf('in-time', new Date(now.getTime() + ms), now);
    expect(stageIn(3 * DAY + 1)).toBe('in-time');
    expect(stageIn(3 * DAY)).toBe('three-days');
    expect(stageIn(DAY + 1)).toBe('three-days');
    expect(stageIn(DAY)).toBe('one-day');
    expect(stageOf('late', new Date(now.getTime() - 1), now)).toBe('late');
    expect(stageOf('in-time', null, now)).toBe('in-time');
  });

  /** What is mailed while an order or project goes through stages, a day apart. */
  function mailed(kind: 'order' | 'project', stages: Stage[], { everyMs = DAY } = {}) {
    let notified: { stage: Stage | null; at: Date | null } = { stage: stages[0] ?? null, at: null };
    return stages.slice(1).map((stage, index) => {
      const at = new Date(now.getTime() + (index + 1) * everyMs);
      const news = newsOf(kind, stage, { notified, now: at });
      if (news) notified = { stage: news, at };
      return news;
    });
  }

  test('announces each change once, good news only after bad news', () => {
    expect(mailed('order', ['in-time', 'in-time', 'late', 'late', 'in-time', 'in-time', 'arrived'])).toEqual([
      ...[null, 'late', null, 'in-time', null, null],
    ]);
    expect(mailed('order', ['in-time', 'tight', 'late', 'tight'])).toEqual(['tight', 'late', 'tight']);
  });

  test('announces nothing while nothing is known, nor the same again afterwards', () => {
    expect(mailed('order', ['in-time', 'unknown', 'in-time', 'late', 'unknown', 'late'])).toEqual([
      ...[null, null, 'late', null, null],
    ]);
  });

  test('waits half a day if the state goes back and forth', () => {
    const everyMs = QUIET_MS / 3;
    expect(
      mailed('order', ['in-time', 'late', 'in-time', 'late', 'in-time', 'in-time'], { everyMs }),
    ).toEqual([...['late', null, null, 'in-time', null]]);
    expect(mailed('order', ['in-time', 'late', 'in-time', 'late', 'late'], { everyMs })).toEqual([
      ...['late', null, null, null],
    ]);
  });

  test('of a project consists of two reminders and that it is too late, and nothing uncertain', () => {
    expect(
      mailed('project', ['in-time', 'three-days', 'three-days', 'one-day', 'tight', 'late', 'late']),
    ).toEqual([...['three-days', null, 'one-day', null, 'late', null]]);
  });

  test('is sent for a new date that is bad', () => {
    const notified = { stage: null, at: null };
    expect(newsOf('order', 'late', { notified, now })).toBe('late');
    expect(newsOf('order', 'in-time', { notified, now })).toBeNull();
  });
});
