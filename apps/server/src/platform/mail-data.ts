import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Database } from './database/database.ts';
import { mentions } from './database/mentions.ts';
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
  const { rows } = await sql<{ id: string; payload: unknown }>`
    select jobs.id, payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${SEALED_TASK} and locked_at is null`.execute(db);
  const recipients = rows.map(({ payload }) => readSealedRecipient(key, payload));
  await sql`select graphile_worker.complete_jobs(array(
    select id from unnest(${rows.map(({ id }) => id)}::bigint[], ${recipients}::text[]) as mail (id, recipient)
    where ${folded(sql.ref<string>('recipient'))} in (${sql.join(emails.map(folded))})
  ))`.execute(db);
}
