import {
  CALLBACK_STATES,
  type CallbackLine,
  type getCallbacks,
  TRIES_SHOWN,
} from '@keepsake/contracts/exchange/callbacks';
import type { QueryOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { keysetPage } from '../../../../platform/paging.ts';
import { Problem } from '../../../../platform/problem.ts';
import { laneOf, retryCustomerEvents } from '../store.ts';
import type { CallbackDeps } from './deps.ts';
import { isOn } from './receivers.ts';
import { findEndpoint, type LogRow, readLog } from './store.ts';

type Requested = QueryOf<typeof getCallbacks> & { customerId: CustomerId };

/** A page of what was sent to a customer, newest first. */
export async function listCallbacks(
  { db, cursors }: Pick<CallbackDeps, 'db' | 'cursors'>,
  { customerId, cursor, limit }: Requested,
): Promise<{ callbacks: CallbackLine[]; cursor: string | null }> {
  const page = await keysetPage<LogRow>({
    cursors,
    customerId,
    list: 'callbacks',
    cursor,
    limit,
    read: (after, count) =>
      readLog(db, { customerId, before: after?.[0] ?? null, limit: count, tries: TRIES_SHOWN }),
    placeOf: ({ id }) => [id],
  });
  return { callbacks: page.rows.map(present), cursor: page.cursor };
}

function present({
  id,
  type,
  created_at: createdAt,
  state,
  next_at: nextAt,
  answer,
  tries,
}: LogRow): CallbackLine {
  return {
    callbackId: id,
    type,
    createdAt: createdAt.toISOString(),
    state: CALLBACK_STATES.find((existing) => existing === state) ?? 'failed',
    nextAt: state === 'waiting' ? nextAt.toISOString() : null,
    note: answer,
    tries: (tries ?? []).map((each) => ({ ...each, at: each.at.toISOString() })),
  };
}

type Repeated = { customerId: CustomerId } & ({ id: string } | { failedSince: Date });

/** Sends one callback again, or all that failed since a moment; returns how many. Throws `conflict` while callbacks are off. */
export async function sendAgain(
  { db, clock }: Pick<CallbackDeps, 'db' | 'clock'>,
  { customerId, ...which }: Repeated,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const row = await findEndpoint(trx, customerId);
    if (!row || !isOn(row)) throw new Problem('conflict');
    const lane = laneOf(customerId, row.is_slow);
    return retryCustomerEvents(trx, { customerId, lane, now: clock(), ...which });
  });
}
