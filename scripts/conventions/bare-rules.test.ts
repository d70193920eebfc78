import { expect, test } from 'vitest';
import { checkBareRules } from './bare-rules.ts';

const ALBUMS = 'apps/server/src/modules/library/albums';
const RULES = `${ALBUMS}/rules.ts`;
const house = {
  'packages/contracts/src/library/albums.ts': `import { z } from 'zod'; export const name = z.string();`,
  [`${ALBUMS}/days.ts`]: `import path from 'node:path'; export const days = [path.sep]; export type Day = string;`,
  [`${ALBUMS}/store.ts`]: `import { sql } from 'kysely'; export const read = async () => sql; export type Row = { id: string };`,
};
const check = (rules: string, more: Record<string, string> = {}) =>
  checkBareRules(new Map(Object.entries({ ...house, ...more, [RULES]: rules })));

test('rules import contracts, files that only compute, and types from anywhere', () =>
  expect(
    check(`import { name } from '@keepsake/contracts/library/albums';
      import { days, type Day } from './days.ts';
      import type { Row } from './store.ts';
      import { type Row as Stored } from './store.ts';
      import type { FastifyRequest } from 'fastify';
      export type { Day } from './days.ts';
      const KINDS = new Set(['a']);
      type Window = typeof window;
      export const own = ({ process, fetch: [first = 1, ...crypto] }: Row, console: string) => ({
        ...process, document: crypto, of: first satisfies number, is: console as string, at: Math.max(1, row.window),
      });
      function row() { for (const each of KINDS) try { return new Date(each); } catch (window) { return window; } }
      row.window = 1;
      export const longest = (row: Row) => { const found = new Map(); let most = 0; return [row, found, most]; };`),
  ).toEqual([]));

test.each([
  ["import { sql } from 'kysely';", 'imports kysely'],
  ["import fs, { type Stats } from 'node:fs';", 'imports node:fs'],
  ["import './days.ts'; import 'pg';", 'imports pg'],
  ["export * from 'fastify';", 'imports fastify'],
  ["const load = () => import('node:fs');", 'imports node:fs'],
  ['let latest = null;', 'keeps latest between calls'],
  ['export const seen = new Map();', 'keeps seen between calls'],
  ['const names: string[] = [];', 'keeps names between calls'],
  ['export async function decide() {}', 'waits'],
  ['const value = await 1;', 'waits'],
  ['const isOver = (at: Date) => at.getTime() < Date.now();', 'reads the time, or takes chance'],
  ['const any = (all: string[]) => all[Math.floor(Math.random() * 3)];', 'reads the time, or takes chance'],
  ['const today = () => new Date();', 'reads the time, or takes chance'],
  ['const isLive = process.env.NODE_ENV === "production";', 'reaches process'],
  ['const load = () => fetch("/");', 'reaches fetch'],
  ['const load = () => globalThis.fetch("/");', 'reaches globalThis'],
  ['const width = () => window.innerWidth;', 'reaches window'],
  ['const title = ({ size = document.title }) => size;', 'reaches document'],
  ['const told = (it: string) => (console.log(it), it);', 'reaches console'],
  [
    'const id = () => crypto.getRandomValues(bytes()); function bytes() { return new Uint8Array(1); }',
    'reaches crypto',
  ],
  ['const soon = () => setTimeout(() => {}, 1);', 'reaches setTimeout'],
  ['const began = () => performance.now();', 'reaches performance'],
  ['const parts = { process };', 'reaches process'],
])('a rule is a function of what it is given: %s', (rules, fault) =>
  expect(check(rules)).toEqual([`${RULES}: a rule ${fault}`]),
);

test('a rule computes with the clock’s constants, and measures nothing', () => {
  const clock = {
    'apps/server/src/platform/clock.ts': 'export const startStopwatch = () => performance.now();',
  };
  const from = `from '../../../platform/clock.ts';`;
  expect(check(`import { DAY_MS } ${from}`, clock)).toEqual([]);
  expect(check(`import { startStopwatch as start } ${from}`, clock)).toEqual([
    `${RULES}: a rule measures time`,
  ]);
});

test('a file called after what it has rules for is one, too', () => {
  const file = `${ALBUMS}/name-rules.ts`;
  expect(checkBareRules(new Map([[file, 'const now = () => performance.now();']]))).toHaveLength(1);
});

test('a rule is no more than the files whose values it uses', () => {
  expect(check(`import { read } from './store.ts';`)).toEqual([
    `${RULES}: a rule waits, through ${ALBUMS}/store.ts`,
    `${RULES}: a rule imports kysely, through ${ALBUMS}/store.ts`,
  ]);
  const between = { [`${ALBUMS}/days.ts`]: `export { read as days } from './store.ts';` };
  expect(check(`import { days } from './days.ts';`, between)).toContain(
    `${RULES}: a rule imports kysely, through ${ALBUMS}/store.ts`,
  );
});
