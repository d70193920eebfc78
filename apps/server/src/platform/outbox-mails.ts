import type { Database } from './database/database.ts';

/** The mails of an installation without an SMTP server, newest first. */
export function listMails(db: Database, limit: number) {
  return db.selectFrom('outbox_mails').selectAll().orderBy('created_at', 'desc').limit(limit).execute();
}

/** One of them; undefined if there is none. */
export function findMail(db: Database, id: string) {
  return db.selectFrom('outbox_mails').selectAll().where('id', '=', id).executeTakeFirst();
}
