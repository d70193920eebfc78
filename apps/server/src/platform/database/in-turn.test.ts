import { expect, onTestFinished, test } from 'vitest';
import { newCustomerId } from '../ids.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { inTurn, lockCount, type Queryable } from './database.ts';

const [mia, anna] = [newCustomerId(), newCustomerId()];
const lock = (trx: Queryable, customerId: typeof mia) => lockCount(trx, 'turns', customerId);

async function open() {
  const { db, stop } = await openTestDatabase({ maxConnections: 3 });
  onTestFinished(stop);
  return db;
}

test('transactions of a customer wait for each other, not for those of others', async () => {
  const db = await open();
  const events: string[] = [];
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const first = inTurn(db, { lock, customerId: mia }, async () => {
    start();
    await held;
    events.push('first');
  });
  await started;
  const second = inTurn(db, { lock, customerId: mia }, async () => void events.push('second'));
  await inTurn(db, { lock, customerId: anna }, async () => void events.push('another customer'));
  letGo();
  await Promise.all([first, second]);
  expect(events).toEqual(['another customer', 'first', 'second']);
});

test('one that conflicted with another is repeated as a whole, and other failures are not', async () => {
  const db = await open();
  const failures = [Object.assign(new Error('deadlock detected'), { code: '40P01' })];
  const attempts: string[] = [];
  const act = async () => {
    attempts.push('attempt');
    const failure = failures.pop();
    if (failure) throw failure;
    return 'done';
  };
  expect(await inTurn(db, { lock, customerId: mia }, act)).toBe('done');
  failures.push(Object.assign(new Error('duplicate key'), { code: '23505' }));
  await expect(inTurn(db, { lock, customerId: mia }, act)).rejects.toThrow('duplicate key');
  expect(attempts).toHaveLength(3);
});
