import { expect, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import { hasTakenOver, type Primary, readPrimary } from './takeovers.ts';

const minute = (number: number) => new Date(Date.UTC(2026, 10, 28, 12, number));
const earlier: Primary = {
  lineage: '7000/0000000F',
  at: minute(10),
  startedAt: minute(0),
  confirmedTo: '1/FFFFFF00',
  tookOverAt: null,
};
const later: Primary = {
  lineage: '7000/00000010',
  at: minute(11),
  startedAt: minute(1),
  confirmedTo: null,
  tookOverAt: '2/10',
};

test('a standby that has what was confirmed has taken over', () => {
  expect(hasTakenOver(earlier, later)).toBe(true);
  expect(hasTakenOver(earlier, { ...later, tookOverAt: '1/FFFFFF00' })).toBe(true);
});

test.each([
  ['commits that waited for no standby', { confirmedTo: null }, {}],
  ['one that lacks what was confirmed', {}, { tookOverAt: '1/FFFFFEFF' }],
  ['another cluster', {}, { lineage: '7001/00000010' }],
  ['two changes at once', {}, { lineage: '7000/00000011' }],
  ['a backup that was started afterwards', {}, { startedAt: minute(11) }],
  ['one that was started again since', {}, { tookOverAt: null }],
])('%s is no proof', (_what, former, present) => {
  expect(hasTakenOver({ ...earlier, ...former }, { ...later, ...present })).toBe(false);
});

test('a primary without a standby confirms nothing', async () => {
  const database = await openTestDatabase();
  const primary = await readPrimary(database.db);
  expect(primary).toMatchObject({ lineage: expect.stringMatching(/^\d+\/0000000\d$/), confirmedTo: null });
  expect(primary.startedAt.getTime()).toBeLessThan(primary.at.getTime());
  await database.stop();
});
