import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Database } from './database/database.ts';
import { mentions } from './database/mentions.ts';
import { deleteJobs, listJobs } from './jobs/pending-jobs.ts';
import { readMailKey, readSealedRecipient, SEALED_TASK } from './mail.ts';
import { folded } from './mail-address.ts';
import type { PersonalData } from './personal-data.ts';
import type { Secrets } from './secrets.ts';

type Parts = { db: Database; secrets: Secrets };

/** Mails to a customer: those kept in the outbox, and undelivered sealed ones, which only their key can attribute. */
export function mailData(parts: Parts): PersonalData {
  return {
    area: 'mails',
    async erase(customerId, { emails }) {
      await eraseMails(parts, emails, customerId);
      return null;
    },
  };
}

/** Erases the mails to these addresses, and those that mention them or the customer. Idempotent. */
export async function eraseMails(
  parts: Parts,
  emails: readonly string[],
  customerId?: CustomerId,
): Promise<void> {
  const names = [...(customerId === undefined ? [] : [customerId]), ...emails];
  if (names.length === 0) return;
  await parts.db
    .deleteFrom('outbox_mails')
    .where((eb) => eb.or([mentions(sql.ref('recipient'), names), mentions(sql.ref('text_body'), names)]))
    .execute();
  await deleteSealed(parts, emails);
}

async function deleteSealed({ db, secrets }: Parts, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  const key = await readMailKey(secrets);
  const jobs = await listJobs(db, SEALED_TASK);
  const recipients = jobs.map(({ payload }) => readSealedRecipient(key, payload));
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${jobs.map(({ id }) => id)}::text[], ${recipients}::text[]) as mail (id, recipient)
    where ${folded(sql.ref<string>('recipient'))} in (${sql.join(emails.map(folded))})`.execute(db);
  await deleteJobs(
    db,
    rows.map(({ id }) => id),
  );
}
