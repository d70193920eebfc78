import type { Database, Queryable } from '../database/database.ts';
import type { Epochs } from '../objects/epochs.ts';
import type { IsErased } from '../personal-data.ts';
import type { JournalEntry, JournalKind } from './journal.ts';

/** What a restored database may lack: everything since a time, which the journal tells. */
export type LostSpan = {
  epochs: Epochs;
  /** The beginning, with the tolerance for clocks that differ. */
  since: Date;
  /** What the database had stored by then is from before the restore: jobs, events. */
  until: Date;
  /** The latest entry about each subject since then. */
  read<Body>(kind: JournalKind<Body>): Promise<JournalEntry<Body>[]>;
  /** Accounts are recovered first, so it knows those erased since, too. */
  isErased: IsErased;
  /** Whether the journal holds everything since then, as far as it has been read. */
  isComplete(): boolean;
};

/** Something to do after a restore, in the words of `reconcile`. */
export type RecoveryStep = {
  /** What is done to `items`, such as 'accounts are closed again'. */
  notified: string;
  /** What it concerns, one line each; never empty. */
  items: readonly string[];
  /** Idempotent: after a kill, a new plan contains the rest. */
  apply(): Promise<void>;
  /** Changes nothing that a person would have to decide, so that a standby which took over may do it by itself. */
  isAutomatic?: true;
};

/** What a module does after its database was restored, before anything is sent, numbered or removed again (ADR 81). */
export type Recovery = {
  /** Read-only. */
  plan(lost: LostSpan): Promise<RecoveryStep[]>;
};

type Replay<Body> = {
  notified: string;
  kind: JournalKind<Body>;
  describe(entry: JournalEntry<Body>): string;
  /** Whether the database lacks what an entry says. */
  isMissing(db: Queryable, entry: JournalEntry<Body>): Promise<boolean>;
  replay(trx: Queryable, entry: JournalEntry<Body>): Promise<void>;
};

/** Replays the entries of a kind that the database lacks: each in a transaction of its own, in which it is looked for again. */
export function replaying<Body>(db: Database, { notified, kind, ...replay }: Replay<Body>): Recovery {
  return {
    async plan(lost) {
      const missing: JournalEntry<Body>[] = [];
      for (const entry of await lost.read(kind)) if (await replay.isMissing(db, entry)) missing.push(entry);
      if (missing.length === 0) return [];
      const apply = async () => {
        for (const entry of missing) {
          await db.transaction().execute(async (trx) => {
            if (await replay.isMissing(trx, entry)) await replay.replay(trx, entry);
          });
        }
      };
      return [{ notified, items: missing.map(replay.describe), apply }];
    },
  };
}
