import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, Transaction, TransactionBuilder } from 'kysely';
import type { Logger } from 'pino';
import { IS_TEST } from '../is-test.ts';
import type { DB } from './database-types.ts';

/** Why a transaction may ask the pool for another connection. Each reason occurs only where few run at the same time. */
type Reason =
  | 'an attempt counts whatever becomes of the transaction'
  | 'the transaction only holds a lock for what others do';

type Scope = { isOpen: boolean; reason: Reason | null };
const scopes = new AsyncLocalStorage<Scope>();

/**
 * Keeps track of what runs inside a transaction of this database. Holding a connection while asking the pool for another can
 * deadlock: if as many do so as there are connections, all of them wait until they time out.
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

/** What continues in the background after the end is in no transaction. */
async function runIn<Result>(scope: Scope, act: () => Promise<Result>): Promise<Result> {
  try {
    return await scopes.run(scope, act);
  } finally {
    scope.isOpen = false;
  }
}

/** Runs something that by design needs a connection of its own inside a transaction. */
export function onSecondConnection<Result>(reason: Reason, act: () => Promise<Result>): Promise<Result> {
  return runIn({ isOpen: true, reason }, act);
}

/** A pool's `connect` that throws in tests, and warns elsewhere, if a transaction asks for a second connection. */
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
