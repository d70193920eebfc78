import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ArticleGroup, CampaignView } from '@keepsake/contracts/exchange/cut-off';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld } from '../../../testing/start-world.ts';
import { dstTransitionOf, instantOf } from './cut-offs.ts';
import { createMerchandise } from './index.ts';
import { DEMO_MERCHANDISE, withCutOff } from './merchandise.fixture.ts';

const NOW = new Date('2026-12-01T10:00:00Z');

describe('a moment in a time zone', () => {
  test.each([
    ['in winter', '2026-12-14T12:00', 'Europe/Vienna', '2026-12-14T11:00:00Z'],
    ['in summer', '2026-07-14T12:00', 'Europe/Vienna', '2026-07-14T10:00:00Z'],
    [
      'an hour that summer time skips: the one before',
      '2027-03-28T02:30',
      'Europe/Vienna',
      '2027-03-28T00:30:00Z',
    ],
    [
      'an hour that summer time doubles: the first',
      '2026-10-25T02:30',
      'Europe/Vienna',
      '2026-10-25T00:30:00Z',
    ],
    ['an hour that London skips', '2027-03-28T01:15', 'Europe/London', '2027-03-28T00:15:00Z'],
    ['a half-hour change', '2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:15:00Z'],
    ['a midnight that is skipped', '2026-09-06T00:00', 'America/Santiago', '2026-09-06T03:00:00Z'],
    ['of every year, still to come', '12-14T12:00', 'Europe/Vienna', '2026-12-14T11:00:00Z'],
    ['of every year, passed', '02-09T12:00', 'Europe/London', '2027-02-09T12:00:00Z'],
    [
      'of every year, on the other side of new year',
      '01-01T00:30',
      'Pacific/Auckland',
      '2026-12-31T11:30:00Z',
    ],
  ])('%s [CUT-02]', (_what, moment, zone, expected) => {
    expect(instantOf(moment, zone, NOW)).toEqual(new Date(expected));
  });

  test('of every year is the next one from the minute after it', () => {
    const before = instantOf('12-14T12:00', 'Europe/Vienna', new Date('2026-12-14T10:59:59Z'));
    const then = instantOf('12-14T12:00', 'Europe/Vienna', new Date('2026-12-14T11:00:00Z'));
    expect([before, then]).toEqual([new Date('2026-12-14T11:00Z'), new Date('2027-12-14T11:00Z')]);
  });

  test('says what summer time does to it', () => {
    expect(dstTransitionOf('2027-03-28T02:30', 'Europe/Vienna', NOW)).toBe('skipped');
    expect(dstTransitionOf('2026-10-25T02:30', 'Europe/Vienna', NOW)).toBe('doubled');
    expect(dstTransitionOf('2026-10-25T03:00', 'Europe/Vienna', NOW)).toBeNull();
    expect(dstTransitionOf('03-28T02:30', 'Europe/Vienna', NOW)).toBe('skipped');
  });
});

describe('order cut-off', () => {
  let folder: string;
  let file: string;
  const start = () =>
    startWorld({
      now: NOW,
      modules: async (parts) => [await createMerchandise({ ...parts, file })],
    });
  let world: Awaited<ReturnType<typeof start>>;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'keepsake-cut-offs-'));
    file = path.join(folder, 'merchandise.json');
    await writeFile(file, await withCutOff('2026-12-14T12:00'));
    world = await start();
  });
  afterAll(async () => {
    await world.stop();
    await rm(folder, { recursive: true });
  });

  async function get<Body>(address: string) {
    const answer = await fetch(`${world.address}/api/order-cut-off${address}`);
    return { status: answer.status, body: (await answer.json()) as Body };
  }
  async function cutOffsAt(now: string) {
    world.clock.now = new Date(now);
    const { body } = await get<{ articleGroups: ArticleGroup[] }>('/v1/ArticleGroup?channel=pennyfern');
    return Object.fromEntries(body.articleGroups.map(({ name, cutOff }) => [name, cutOff?.orderBy ?? null]));
  }

  test('returns the article groups of a channel with the announced cut-off [CUT-01]', async () => {
    world.clock.now = NOW;
    const { body } = await get('/v1/ArticleGroup?channel=pennyfern');
    expect(body).toMatchObject({
      timeZone: 'Europe/London',
      now: '2026-12-01T10:00:00.000Z',
      articleGroups: [
        {
          name: 'prints',
          title: 'Photo prints',
          articles: ['PAP_910', 'PAP_913', 'PAP_920', 'PAP_945'],
          cutOff: {
            campaign: 'christmas',
            title: 'Christmas',
            promise: 'to have it before Christmas',
            orderBy: '2026-12-14T12:00:00.000Z',
          },
        },
        { name: 'frames', cutOff: null },
        { name: 'photo-books', cutOff: null },
      ],
    });
  });

  test('is announced for its days of notice, and never once it has passed [CUT-01]', async () => {
    const none = { prints: null, frames: null, 'photo-books': null };
    expect(await cutOffsAt('2026-11-16T11:59:59Z')).toEqual(none);
    expect(await cutOffsAt('2026-11-16T12:00:00Z')).toMatchObject({ prints: '2026-12-14T12:00:00.000Z' });
    expect(await cutOffsAt('2026-12-14T11:59:59Z')).toMatchObject({ prints: '2026-12-14T12:00:00.000Z' });
    expect(await cutOffsAt('2026-12-14T12:00:00Z')).toEqual(none);
  });

  test('returns a campaign with its cut-offs, also after they have passed [CUT-02]', async () => {
    world.clock.now = new Date('2026-12-15T00:00:00Z');
    const { body } = await get<CampaignView>('/v1/Campaign/christmas?channel=pennyfern');
    expect(body).toMatchObject({ name: 'christmas', timeZone: 'Europe/London' });
    expect(body.cutOffs).toEqual([
      { articleGroup: 'prints', orderBy: '2026-12-14T12:00:00.000Z', hasPassed: true },
    ]);
  });

  test('takes the channel of the host if none is named, and refuses an unknown one', async () => {
    expect((await get<CampaignView>('/v1/Campaign/christmas')).body.title).toBe('Christmas');
    expect((await get('/v1/ArticleGroup?channel=nobody')).status).toBe(400);
    expect((await get('/v1/Campaign/easter?channel=pennyfern')).status).toBe(404);
    expect((await get('/v1/Campaign/constructor?channel=pennyfern')).status).toBe(404);
  });

  test('loads a changed file while running, and nothing of one with a fault', async () => {
    const [{ reload }] = world.modules;
    await writeFile(file, await withCutOff('2026-12-20T12:00'));
    await reload();
    const taken = { prints: '2026-12-20T12:00:00.000Z' };
    expect(await cutOffsAt('2026-12-15T00:00:00Z')).toMatchObject(taken);
    await writeFile(file, (await withCutOff('2026-12-22T12:00')).slice(0, -1));
    await reload();
    expect(await cutOffsAt('2026-12-15T00:00:00Z')).toMatchObject(taken);
  });

  test('is in the demo: before Christmas, every year', async () => {
    const demo = await startWorld({
      now: new Date('2031-12-10T00:00:00Z'),
      modules: async (parts) => [await createMerchandise({ ...parts, file: DEMO_MERCHANDISE })],
    });
    const answer = await fetch(`${demo.address}/api/order-cut-off/v1/ArticleGroup?channel=bildersonn`);
    const { articleGroups } = (await answer.json()) as { articleGroups: ArticleGroup[] };
    expect(articleGroups.map(({ cutOff }) => cutOff?.orderBy.slice(0, 16))).toEqual([
      '2031-12-17T11:00',
      '2031-12-16T11:00',
      '2031-12-14T11:00',
    ]);
    await demo.stop();
  });
});
