import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Journal } from './journal.ts';
import type { Recovery } from './recovery.ts';

/** Stored in keys. */
const MAILS = 'mails';
/** What the days since the backup had sent is due again soon after the restore; the same text later is another mail. */
const WITHHELD_DAYS = 30;

type Letter = { to: string; subject: string; text: string };

export type SentMails = {
  /** Records in the journal that a mail was handed over. */
  note(mail: Letter): Promise<void>;
  /** Whether a mail was sent before the database was restored, and must not be sent again: true for one job. */
  withhold(mail: Letter): Promise<boolean>;
};

type Deps = { db: Database; journal: Journal };

const textOf = ({ to, subject, text }: Letter) => JSON.stringify([to, subject, text]);

/** What was mailed, as the journal has it: a restored database still has jobs whose mails went out, and writes mails again. */
export function createSentMails({ db, journal }: Deps): SentMails {
  return {
    note: (mail) => journal.mark(db, MAILS, textOf(mail)),
    async withhold(mail) {
      // A job repeated after a kill is withheld again.
      const { rows } = await sql`update sent_mails set withheld_at = now()
        where hash = ${journal.hashOf(textOf(mail))} and noted_at > now() - make_interval(days => ${WITHHELD_DAYS}::int)
          and (withheld_at is null or withheld_at > now() - interval '10 minutes') returning hash`.execute(
        db,
      );
      return rows.length > 0;
    },
  };
}

/** After a restore, mails that went out since the backup are remembered before any job may send them again. */
export function mailRecovery({ db, journal }: Deps): Recovery {
  return {
    async plan({ since }) {
      const sent = await journal.readMarks(MAILS, since);
      const { rows } = await sql<{ hash: string }>`
        select hash from unnest(${sent}::text[]) as sent (hash)
        where not exists (select from sent_mails where sent_mails.hash = sent.hash)`.execute(db);
      const hashes = rows.map(({ hash }) => hash);
      if (hashes.length === 0) return [];
      const apply = async () => {
        await sql`insert into sent_mails (hash) select unnest(${hashes}::text[]) on conflict do nothing`.execute(
          db,
        );
      };
      return [
        {
          notified: 'mails sent since the backup are not sent again',
          items: hashes,
          apply,
          isAutomatic: true,
        },
      ];
    },
  };
}

/** Forgets the mails that no job can be about to send again. */
export async function forgetSentMails(db: Database): Promise<void> {
  await sql`delete from sent_mails where noted_at < now() - make_interval(days => ${WITHHELD_DAYS}::int)`.execute(
    db,
  );
}
