import { sql } from 'kysely';
import { MINUTE_MS } from '../clock.ts';
import { type Database, onlyRow, type Queryable } from './database.ts';
import type { FirstRelease } from './database-types.ts';
import { isFirstReleaseConnected } from './schema-version.ts';

/**
 * A name in the list of migrations that nodes of 0.2.0 read: they refuse to start with one that they do not have, and print it. Those
 * of this release carry nothing out for it.
 */
export const REFUSAL_OF_FIRST_RELEASE = '0288-deleted-photos-need-0.3.0';

/** How long nodes of 0.2.0 must have been absent before the next state: such nodes restart, and need time until they are seen. */
const PATIENCE_MS = 4 * MINUTE_MS;

type State = FirstRelease['state'];
/** In a new database nothing can come back to what it never was. */
const NEXT: Readonly<Record<State, State>> = {
  never: 'gone',
  present: 'absent',
  absent: 'refused',
  refused: 'gone',
  gone: 'gone',
};

/**
 * Takes the next step towards the time when no node of 0.2.0 works here any more (ADR 137): they are absent for a while, then they are
 * refused at their start, then those are waited for that began to start just before. Returns the state.
 */
export async function leaveFirstRelease(db: Database, now: Date): Promise<State> {
  return await db.transaction().execute(async (trx) => {
    const { state, since } = onlyRow(
      await sql<{ state: State; since: Date }>`select state, since from first_release for update`.execute(
        trx,
      ),
    );
    if (state === 'gone') return state;
    if (await isFirstReleaseConnected(trx))
      return await enter(trx, { state: state === 'refused' ? state : 'present', now });
    const isOver = state === 'never' || state === 'present' || now.getTime() - since.getTime() >= PATIENCE_MS;
    return isOver ? await enter(trx, { state: NEXT[state], now }) : state;
  });
}

async function enter(trx: Queryable, { state, now }: { state: State; now: Date }): Promise<State> {
  if (state === 'refused' || state === 'gone')
    // Behind all others by whichever clock, or their order would be taken for corrupted.
    await sql`insert into kysely_migration (name, timestamp)
      select ${REFUSAL_OF_FIRST_RELEASE}, greatest(max(timestamp), ${now.toISOString()}) from kysely_migration
      on conflict do nothing`.execute(trx);
  await sql`update first_release set state = ${state}, since = ${now}::timestamptz`.execute(trx);
  return state;
}

/** Whether no node of 0.2.0 works here any more, which stays so. */
export async function isFirstReleaseGone(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ state: State }>`select state from first_release`.execute(db);
  return rows[0]?.state === 'gone';
}
