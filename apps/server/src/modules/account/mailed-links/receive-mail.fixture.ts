import { vi } from 'vitest';
import type { Database } from '../../../platform/database/database.ts';

/** The newest mail to a recipient, once the jobs have sent it. */
export async function receiveMail(db: Database, recipient: string, subject: RegExp) {
  return vi.waitFor(
    async () => {
      const mails = await db
        .selectFrom('outbox_mails')
        .selectAll()
        .where('recipient', '=', recipient)
        .orderBy('created_at', 'desc')
        .execute();
      const mail = mails.find((one) => subject.test(one.subject));
      if (!mail) throw new Error(`No mail '${subject}' for ${recipient}`);
      const [link = ''] = /https?:\/\/\S+/.exec(mail.text_body) ?? [];
      return { ...mail, link };
    },
    { timeout: 10_000, interval: 50 },
  );
}
