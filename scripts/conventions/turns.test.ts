import { describe, expect, test } from 'vitest';
import { readSources } from './sources.ts';
import { checkTurns } from './turns.ts';

const DATABASE = 'apps/server/src/platform/database/database.ts';
const STORE = 'apps/server/src/modules/account/addresses/store.ts';
const FILE = 'apps/server/src/modules/account/addresses/a.ts';
const LOCK = 'export async function lockCount(trx, counted, customerId) {} export function onlyRow() {}';
const REFUSED = `${FILE}:3: a transaction that takes lockCount runs inTurn, which repeats it after a conflict`;

/** Judges what stands below the two imports: `lockCount` itself, and functions of a store that take it or not. */
function judge(text: string, file = FILE) {
  const imports = [
    `import { lockCount, onlyRow } from '../../../platform/database/database.ts';`,
    `import { add, lockBoth, lockCount as countLocks, lockOne as lockHere, read } from './store.ts';`,
  ];
  const store = [
    `import { lockCount as lock } from '../../../platform/database/database.ts';`,
    `export const lockOne = (trx) => lock(trx, 'addresses', id);`,
    'export async function lockBoth(trx) { if (trx) await again(trx); await lockOne(trx); }',
    'async function again(trx) { await lockBoth(trx); }',
    'export async function add(trx) { await again(trx); }',
    'export function lockCount(trx) {}',
    'export const read = (db) => retryConflicts(() => lockOne(db));',
  ];
  const sources = [
    [DATABASE, LOCK],
    [STORE, store.join('\n')],
    [file, [...imports, text].join('\n')],
  ] as const;
  return checkTurns(new Map(sources));
}

describe('the check of turns', () => {
  test.each([
    ['taken there', `db.transaction().execute(async (trx) => { await lockCount(trx, 'a', id); });`],
    ['taken by a function', 'db.transaction().execute(function (trx) { return lockCount(trx); });'],
    ['taken by another name', 'db.transaction().execute((trx) => lockHere(trx));'],
    ['taken further down', 'db.transaction().execute(async (trx) => { if (trx) await lockBoth(trx); });'],
    ['in a circle', 'db.transaction().execute((trx) => add(trx));'],
    ['by name', 'db.transaction().execute(lockBoth);'],
    ['in the same file', 'db.transaction().execute(act); const act = (trx) => lockHere(trx);'],
    ['isolated', "db.transaction().setIsolationLevel('serializable').execute((trx) => lockHere(trx));"],
    ['held in a constant', 'const begun = db.transaction(); begun.execute((trx) => lockHere(trx));'],
    ['beside a repeated one', 'inTurn(db, turn, act); db.transaction().execute((trx) => lockHere(trx));'],
    ['in a statement', 'db.transaction().execute((trx) => sql.join([lockHere(trx)]).execute(trx));'],
  ])('refuses the lock in a transaction that nothing repeats: %s', (_, text) => {
    expect(judge(text)).toEqual([REFUSED]);
  });

  test('refuses each of several, whichever was followed first', () => {
    const text =
      'db.transaction().execute(add); db.transaction().execute(read); db.transaction().execute(lockBoth);';
    expect(judge(text)).toEqual([REFUSED, REFUSED]);
  });

  test.each([
    'inTurn(db, { lock: lockHere, customerId }, async (trx) => { await lockBoth(trx); });',
    'createOnce(deps, call, async (trx) => { await lockCount(trx); });',
    'retryConflicts(() => db.transaction().execute((trx) => lockHere(trx)));',
    'retryConflicts(async () => { await db.transaction().execute(lockBoth); });',
    'db.transaction().execute((trx) => read(trx));',
    'db.transaction().execute((trx) => onlyRow(trx));',
    'db.transaction().execute((trx) => countLocks(trx));',
    'db.transaction().execute((trx) => deps.lockCount(trx));',
    'db.transaction().execute(async (trx) => { await trx.deleteFrom(table).execute(); });',
    'async function change(trx) { await lockCount(trx); }',
  ])('accepts %s', (text) => expect(judge(text)).toEqual([]));

  test('tests may open what they like', () => {
    const text = 'db.transaction().execute((trx) => lockHere(trx));';
    expect(judge(text, FILE.replace('.ts', '.test.ts'))).toEqual([]);
    expect(judge(text, FILE.replace('/server/', '/web/'))).toEqual([]);
  });

  test('finds the lock in the server, where one is taken in a transaction by hand', () => {
    const unrepeated = [...readSources()].map(([file, text]): [string, string] => [
      file,
      text.replaceAll('retryConflicts(() =>', 'once(() =>'),
    ]);
    expect(checkTurns(new Map(unrepeated)).length).toBeGreaterThan(4);
  });
});
