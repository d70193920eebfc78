import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, Transaction, TransactionBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from './database-types.ts';

/** Why a transaction may ask the pool for another connection. Each is in work of which little happens at once. */
type Reason =
  | 'an attempt counts whatever becomes of the transaction'
  | 'the transaction only holds a lock for what others do';

type Scope = { isOpen: boolean; reason: Reason | null };
const scopes = new AsyncLocalStorage<Scope>();

/** Vitest says so, also to the nodes that its tests start. */
const IS_TEST = process.env.NODE_ENV === 'test';

/**
 * Tells what runs inside a transaction of this database. Whoever holds a connection and asks the pool for another may wait for
 * those who do the same: with as many of them as there are connections all wait until their time is up.
 */
export function watchTransactions(db: Kysely<DB>): Kysely<DB> {
  const begin = db.transaction.bind(db);
  db.transaction = () => watchBuilder(begin());
  return db;
}

function watchBuilder(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  const execute = builder.execute.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  return Object.assign(builder, {
    execute: <Result>(act: (trx: Transaction<DB>) => Promise<Result>) =>
      execute((trx) => runIn({ isOpen: true, reason: null }, () => act(trx))),
    setIsolationLevel: (level: Parameters<typeof setIsolationLevel>[0]) =>
      watchBuilder(setIsolationLevel(level)),
  });
}

/** What goes on in the background after the end is in no transaction. */
async function runIn<Result>(scope: Scope, act: () => Promise<Result>): Promise<Result> {
  try {
    return await scopes.run(scope, act);
  } finally {
    scope.isOpen = false;
  }
}

/** Does what needs a connection of its own inside a transaction, by design. */
export function onSecondConnection<Result>(reason: Reason, act: () => Promise<Result>): Promise<Result> {
  return runIn({ isOpen: true, reason }, act);
}

/** A pool's `connect` that throws in tests, and warns elsewhere, when a transaction asks for a second connection. */
export function watchConnect<Connect extends (...given: never[]) => unknown>(
  connect: Connect,
  log: Pick<Logger, 'warn'>,
): Connect {
  const watched = (...given: Parameters<Connect>) => {
    const scope = scopes.getStore();
    if (scope?.isOpen && scope.reason === null) refuse(log);
    return connect(...given);
  };
  return watched as Connect;
}

function refuse(log: Pick<Logger, 'warn'>): void {
  const error = new Error(
    'A transaction asks the pool for a second connection: pass it on, or see onSecondConnection',
  );
  if (IS_TEST) throw error;
  log.warn({ err: error }, 'a transaction asks for a second connection');
}
