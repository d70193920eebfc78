import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Clock, MINUTE_MS, startStopwatch } from '../clock.ts';
import { type Database, openDatabase, type Queryable } from './database.ts';
import { isConflict, isConnectionFailure } from './errors.ts';

/**
 * Reads something that may be a minute old: from the replica if there is one that follows, else from the primary. Not for what a
 * customer has just changed, nor for what decides about a change.
 */
export type FromReplica = <Result>(read: (db: Queryable) => Promise<Result>) => Promise<Result>;

type Options = {
  /** Null if there is no replica. */
  url: string | null;
  isPooled: boolean;
  primary: Database;
  /** When a node last noted in a database that it is alive, which workers do every ten seconds. */
  readLatestBeat: (db: Queryable) => Promise<Date | null>;
  /** The clock of this machine. */
  clock: Clock;
  log: Logger;
  /** How long a judgement counts. */
  judgedMs?: number;
};

/** Reports and lists, one after the other. */
const CONNECTIONS = 4;
/** How far a replica may be behind. */
const MAX_BEHIND_MS = MINUTE_MS;
const JUDGED_MS = 10_000;

/** Opens the replica. What it cannot answer, or only as of long ago, the primary answers; the log says so once. */
export function openReplica(options: Options): { fromReplica: FromReplica; close(): Promise<void> } {
  const { url, isPooled, primary } = options;
  if (url === null) return { fromReplica: (read) => read(primary), close: async () => undefined };
  const log = options.log.child({}, { msgPrefix: 'replica: ' });
  const replica = openDatabase({ url, isPooled, isStandby: true, maxConnections: CONNECTIONS, log });
  const judge = createJudge(replica.db, options);
  void noteAbsence(replica.db, log);
  return {
    async fromReplica(read) {
      if (!(await judge.isUsable())) return await read(primary);
      try {
        return await read(replica.db);
      } catch (error) {
        // A standby ends statements that need rows which the primary has removed, as a conflict.
        if (!isConnectionFailure(error) && !isConflict(error)) throw error;
        judge.noteFailure(error as Error);
        return await read(primary);
      }
    },
    close: replica.close,
  };
}

/** Says at the start if nobody answers at the address, or refuses us: it is asked for the first time much later. */
async function noteAbsence(db: Queryable, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'nobody answers at DATABASE_REPLICA_URL');
  }
}

/** Judges now and then whether a replica answers and follows. */
function createJudge(db: Queryable, { readLatestBeat, clock, log, judgedMs = JUDGED_MS }: Options) {
  const now = startStopwatch();
  let judged: { at: number; isUsable: Promise<boolean> } | null = null;
  let fault: string | null = null;

  function note(next: string | null): boolean {
    if (next !== null && fault === null) log.warn({ reason: next }, 'the primary answers for the replica');
    if (next === null && fault !== null) log.info('the replica is used again');
    fault = next;
    return next === null;
  }
  async function judge(): Promise<boolean> {
    try {
      const beatAt = await readLatestBeat(db);
      // One that is far ahead says nothing.
      const isBehind = beatAt === null || Math.abs(clock().getTime() - beatAt.getTime()) > MAX_BEHIND_MS;
      return note(isBehind ? `it has nothing newer than ${beatAt?.toISOString() ?? 'its start'}` : null);
    } catch (error) {
      return note((error as Error).message);
    }
  }
  const judgeAs = (isUsable: Promise<boolean>) => {
    judged = { at: now(), isUsable };
    return isUsable;
  };
  return {
    isUsable: () => (judged && now() - judged.at <= judgedMs ? judged.isUsable : judgeAs(judge())),
    noteFailure: ({ message }: Error) => void judgeAs(Promise.resolve(note(message))),
  };
}
