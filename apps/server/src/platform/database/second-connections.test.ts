import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import { onSecondConnection } from './second-connections.ts';

async function open() {
  const { db, prepared, pool, stop } = await openTestDatabase({ maxConnections: 2 });
  onTestFinished(stop);
  const ask = (from: typeof db) => sql<{ one: number }>`select 1 as one`.execute(from);
  return { db, prepared, pool, ask };
}

const REFUSED = 'A transaction asks the pool for a second connection';

test('inside a transaction nothing gets a second connection, in any way', async () => {
  const { db, prepared, pool, ask } = await open();
  for (const from of [db, prepared]) {
    const inside = (act: () => Promise<unknown>) => from.transaction().execute(act);
    await expect(inside(() => ask(db))).rejects.toThrow(REFUSED);
    await expect(inside(() => ask(prepared))).rejects.toThrow(REFUSED);
    await expect(inside(() => db.transaction().execute(ask))).rejects.toThrow(REFUSED);
    await expect(inside(async () => pool.query('select 1'))).rejects.toThrow(REFUSED);
    const isolated = from.transaction().setIsolationLevel('repeatable read');
    await expect(isolated.execute(() => ask(db))).rejects.toThrow(REFUSED);
  }
});

test('the transaction itself, named exceptions, and code after its end get theirs', async () => {
  const { db, ask } = await open();
  const reason = 'an attempt counts whatever becomes of the transaction';
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const late = await db.transaction().execute(async (trx) => {
    expect((await ask(trx)).rows).toEqual([{ one: 1 }]);
    expect((await onSecondConnection(reason, () => ask(db))).rows).toEqual([{ one: 1 }]);
    const inner = () => db.transaction().execute(() => ask(db));
    await expect(onSecondConnection(reason, inner)).rejects.toThrow(REFUSED);
    return { background: ended.then(() => ask(db)) };
  });
  end();
  expect((await late.background).rows).toEqual([{ one: 1 }]);
});
