import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendMailTask } from '../../../platform/mail.ts';
import { startRetention, type TestRetention } from './retention.fixture.ts';

let retention: TestRetention;
beforeEach(async () => {
  retention = await startRetention();
});
afterEach(() => retention.stop());

type Attachment = { filename: string; contentType: string; content: string };
const mails = () => retention.db.selectFrom('outbox_mails').selectAll().execute();
async function remind(day: string) {
  retention.clock.now = new Date(`${day}T05:10:00Z`);
  await retention.sweep();
}

describe('a reminder', () => {
  test.each([
    ['pennyfern', 'We keep your photos until 15 July 2026', '15 October 2027'],
    ['bildersonn', 'Ihre Fotos sind bis zum 15. Juli 2026 gespeichert', '15. Oktober 2027'],
    ['kiekhof', 'We bewaren je foto’s tot en met 15 juli 2026', '15 oktober 2027'],
    ['cliclune', 'Vos photos sont conservées jusqu’au 15 juillet 2026', '15 octobre 2027'],
    ['stundbo', 'Vi sparar dina foton till och med den 15 juli 2026', '15 oktober 2027'],
  ])(
    'of %s is in its language, with the date and the effect of an order today',
    async (channel, subject, stored) => {
      const customerId = await retention.seed({ channel });
      await remind('2026-04-15');
      await retention.runQueued();
      const [mail] = await mails();
      expect(mail?.recipient).toBe(`${customerId}@example.com`);
      expect(mail?.subject).toContain(subject);
      expect(mail?.text_body).toContain(stored);
      expect(mail?.text_body).toContain('https://photos.example/my-photos/photos');
      const [calendar] = (mail?.attachments ?? []) as unknown as Attachment[];
      expect(calendar?.contentType).toContain('text/calendar');
      expect(calendar?.content).toContain('DTSTART;VALUE=DATE:20260715');
    },
  );

  test('of the day before says that it is the last', async () => {
    await retention.seed();
    await remind('2026-04-15');
    await remind('2026-07-14');
    await retention.runQueued();
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^We keep your photos/),
      expect.stringMatching(/^Last reminder/),
    ]);
  });

  test('moves the calendar entry of an earlier one', async () => {
    await retention.seed();
    for (const day of ['2026-04-15', '2026-06-15']) await remind(day);
    await retention.runQueued();
    const files = (await mails()).map(
      ({ attachments }) => (attachments as unknown as Attachment[])[0]?.content,
    );
    const of = (name: string) => files.map((file) => new RegExp(`${name}:(.*)\r`).exec(file ?? '')?.[1]);
    const [uids, sequences] = [of('UID'), of('SEQUENCE').map(Number)];
    expect(uids[0]).toBe(uids[1]);
    expect(sequences[1]).toBeGreaterThan(sequences[0] ?? Number.NaN);
  });

  test('counts as sent when the mail server accepted it, and the customer can see that', async () => {
    const customerId = await retention.seed();
    await remind('2026-04-15');
    const { rows } = await sql<{ payload: object }>`select job.payload
      from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
      where identifier = 'send-mail'`.execute(retention.db);
    const { db, clock } = retention;
    const away = { db, clock: () => clock.now, smtpUrl: 'smtp://127.0.0.1:1', from: 'us@example.com' };
    const attempt = { attempt: 1, maxAttempts: 20 };
    await expect(sendMailTask(away).handle(rows[0]?.payload, attempt)).rejects.toThrow();
    const sentOf = async () => {
      const found = await retention.db
        .selectFrom('storage_reminders')
        .select('sent_at')
        .where('user_id', '=', customerId)
        .executeTakeFirst();
      return found?.sent_at ?? null;
    };
    await retention.runQueued(['storage-reminder-sent']);
    expect(await sentOf()).toBeNull();
    await retention.runQueued();
    expect(await sentOf()).toEqual(retention.clock.now);
  });
});
