import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { LINEAGE } from './epochs.ts';

/** What a primary says of itself at one moment. */
export type Primary = {
  /** Cluster and timeline. */
  lineage: string;
  at: Date;
  /** Since when its postmaster runs, as a primary or before that as a standby. */
  startedAt: Date;
  /** A position in the log that its synchronous standby has confirmed, and with it all commits before; null without such a standby. */
  confirmedTo: string | null;
  /** Where it left off as a standby and took over; null if it was started as a primary. */
  tookOverAt: string | null;
};

/**
 * Asks the primary, in one statement, so that one and the same answers it all. The message in its log is a commit that waits for the
 * synchronous standby.
 */
export async function readPrimary(db: Database): Promise<Primary> {
  const { rows } = await sql<Primary>`
    select ${LINEAGE} as lineage, clock_timestamp() as at, pg_postmaster_start_time() as "startedAt",
      pg_last_wal_replay_lsn()::text as "tookOverAt",
      case when current_setting('synchronous_standby_names') <> ''
          and current_setting('synchronous_commit') in ('on', 'remote_write', 'remote_apply')
        then pg_logical_emit_message(true, 'keepsake', 'confirmed')::text end as "confirmedTo"`.execute(db);
  const [primary] = rows;
  if (!primary) throw new Error('The database said nothing of itself');
  return primary;
}

/**
 * Whether `later` was the standby of `earlier` and took over with everything that had been acknowledged. Its commits waited for a
 * synchronous standby, `later` has what was last confirmed, is the next timeline of the same cluster, and ran before the earlier one was
 * gone: a backup that is restored begins to run afterwards. Anything else may lack something.
 */
export function hasTakenOver(earlier: Primary, later: Primary): boolean {
  const { confirmedTo } = earlier;
  if (confirmedTo === null || later.tookOverAt === null) return false;
  return (
    isNextTimeline(earlier.lineage, later.lineage) &&
    later.startedAt < earlier.at &&
    positionOf(later.tookOverAt) >= positionOf(confirmedTo)
  );
}

function isNextTimeline(earlier: string, later: string): boolean {
  const [cluster, timeline = ''] = earlier.split('/');
  const [laterCluster, laterTimeline = ''] = later.split('/');
  return cluster === laterCluster && Number.parseInt(laterTimeline, 16) === Number.parseInt(timeline, 16) + 1;
}

/** A position in the log, two hexadecimal numbers, as a number of bytes. */
function positionOf(position: string): bigint {
  const [high, low] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
