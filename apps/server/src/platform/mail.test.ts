import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import pino from 'pino';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { startSmtpServer } from '../testing/smtp-server.ts';
import { startWorld } from '../testing/start-world.ts';
import { addJob } from './jobs/jobs.ts';
import { queueMail, queueSealedMail, readMailKey, sendMailTask, sendSealedMailTask } from './mail.ts';

const RECIPIENT = 'anna@example.com';
const LINK = 'https://photos.example/links/reset-password?confirmation-token=a-secret';

/** A mail server that refuses with a sentence quoting what it got. */
async function startRefusingServer(refusesAt: 'recipient' | 'text') {
  const refusal = (text: string) => Object.assign(new Error(text), { responseCode: 550 });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(refusesAt === 'recipient' ? refusal(`5.1.1 <${address}> is unknown here`) : null),
    onData(stream, _session, done) {
      stream.resume().on('end', () => done(refusal(`5.7.1 ${LINK} for ${RECIPIENT} is spam`)));
    },
  });
  server.on('error', () => undefined).listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

test.each([
  ['recipient', 'RCPT TO'],
  ['text', 'DATA'],
] as const)(
  'the text of a mail server that refuses the %s is quoted nowhere, its code is',
  async (what, command) => {
    const lines: string[] = [];
    const smtpUrl = await startRefusingServer(what);
    const world = await startWorld({
      hasWorker: true,
      log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
      modules: (parts) => [{ tasks: [sendMailTask({ ...parts, smtpUrl, from: 'shop@example.com' })] }],
    });
    onTestFinished(() => world.stop());
    await queueMail(world.db, { to: RECIPIENT, subject: 'A new password', text: LINK, html: LINK });
    const failed = () =>
      sql<{ last_error: string }>`select last_error from graphile_worker.jobs
    where last_error is not null`.execute(world.db);
    await expect.poll(async () => (await failed()).rows, { timeout: 10_000 }).toHaveLength(1);
    const notified = lines.join('') + (await failed()).rows[0]?.last_error;
    expect(notified).toContain(`${command}, 550`);
    expect(notified).not.toContain(RECIPIENT);
    expect(notified).not.toContain('a-secret');
  },
);

test('a sealed mail is sent with its link, the same at every attempt, and only with the secret', async () => {
  const [refusing, taking] = [await startRefusingServer('text'), await startSmtpServer()];
  onTestFinished(taking.stop);
  const world = await startWorld();
  onTestFinished(() => world.stop());
  const { db, secrets } = world;
  const mail = { to: RECIPIENT, subject: 'A new password', text: LINK, html: LINK };
  await queueSealedMail(db, mail, await readMailKey(secrets));
  const { rows } = await sql<{ payload: { sealed: string } }>`
    select payload from graphile_worker._private_jobs`.execute(db);
  const [job] = rows;
  expect(JSON.stringify(rows)).not.toMatch(/a-secret|anna|password/);
  const deps = { ...world, clock: () => world.clock.now, from: 'shop@example.com' };
  const send = (smtpUrl: string, payload: unknown = job?.payload) =>
    sendSealedMailTask({ ...deps, smtpUrl }).handle(payload, { attempt: 1, maxAttempts: 20 });
  const good = `smtp://127.0.0.1:${taking.port}`;
  await expect(send(refusing)).rejects.toThrow('550');
  await send(good);
  await send(good);
  expect(taking.recipients).toEqual([RECIPIENT, RECIPIENT]);
  expect(taking.texts.map((text) => text.includes(LINK))).toEqual([true, true]);
  await db.deleteFrom('secrets').where('name', '=', 'sealed-mails').execute();
  await expect(send(good)).rejects.toThrow('not wrapped with a key that is known here');
});

test('a mail asks for no automatic reply, names where replies go, and has one id at every attempt', async () => {
  const [refusing, taking] = [await startRefusingServer('text'), await startSmtpServer()];
  onTestFinished(taking.stop);
  const world = await startWorld();
  onTestFinished(() => world.stop());
  const context = {
    to: RECIPIENT,
    replyTo: 'mia@example.com',
    subject: 'Hello',
    text: 'Hello',
    html: 'Hello',
  };
  await queueMail(world.db, context);
  await queueMail(world.db, context);
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs order by id`.execute(world.db);
  const deps = { ...world, clock: () => world.clock.now, from: 'Shop <shop@photos.example>' };
  const send = (smtpUrl: string, payload: unknown) =>
    sendMailTask({ ...deps, smtpUrl }).handle(payload, { attempt: 1, maxAttempts: 20 });
  await expect(send(refusing, rows[0]?.payload)).rejects.toThrow('550');
  for (const at of [0, 0, 1]) await send(`smtp://127.0.0.1:${taking.port}`, rows[at]?.payload);
  const ids = taking.texts.map((text) => /^Message-ID: <[\w-]+@photos\.example>/im.exec(text)?.[0]);
  expect(ids[0]).toBeTruthy();
  expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false]);
  for (const header of [
    /^Auto-Submitted: auto-generated/im,
    /^X-Auto-Response-Suppress: All/im,
    /^Reply-To: mia@example.com/im,
  ])
    expect(taking.texts[0]).toMatch(header);
});

test.each([
  [{}, 'Shop <shop@photos.example>', /^From: Shop <shop@photos\.example>/m, 'photos.example'],
  [
    { fromName: 'Cliclune' },
    'Shop <shop@photos.example>',
    /^From: Cliclune <shop@photos\.example>/m,
    'photos.example',
  ],
  [
    { fromName: 'Cliclune' },
    'shop@photos.example',
    /^From: Cliclune <shop@photos\.example>/m,
    'photos.example',
  ],
  [
    { from: { name: 'Müller', email: 'hallo@müller.example' }, fromName: 'Cliclune' },
    'shop@photos.example',
    /^From: =\?UTF-8\?Q\?M=C3=BCller\?= <hallo@xn--mller-kva\.example>/m,
    'xn--mller-kva.example',
  ],
])('a mail with %o comes from its brand, else from %s', async (own, from, header, host) => {
  const taking = await startSmtpServer();
  onTestFinished(taking.stop);
  const world = await startWorld();
  onTestFinished(() => world.stop());
  const smtpUrl = `smtp://127.0.0.1:${taking.port}`;
  const task = sendMailTask({ ...world, clock: () => world.clock.now, smtpUrl, from });
  const mail = { to: RECIPIENT, id: '1', subject: 'Hello', text: 'Hello', html: 'Hello', ...own };
  await task.handle(mail, { attempt: 1, maxAttempts: 20 });
  expect(taking.texts[0]).toMatch(header);
  expect(taking.texts[0]).toContain(`Message-ID: <1@${host}>`);
});

test('a mail with a link queued by an earlier release is sent', async () => {
  const world = await startWorld({
    hasWorker: true,
    modules: (parts) => [{ tasks: [sendMailTask({ ...parts, smtpUrl: null, from: 'shop@example.com' })] }],
  });
  onTestFinished(() => world.stop());
  const queued = { to: RECIPIENT, subject: 'A new password', text: LINK, html: LINK, attachments: [] };
  await addJob(world.db, 'send-mail', queued, { maxAttempts: 20 });
  const sent = () => world.db.selectFrom('outbox_mails').select('text_body').execute();
  await expect.poll(sent).toEqual([{ text_body: LINK }]);
});

/** A port on which no mail server listens until a test starts one. */
async function portOfNobody() {
  const { port, stop } = await startSmtpServer();
  await stop();
  return port;
}

test('mails wait for an unreachable mail server without using up attempts, and are sent once it is back', async () => {
  const port = await portOfNobody();
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const world = await startWorld({
    hasWorker: true,
    modules: (parts) => [{ tasks: [sendMailTask({ ...parts, smtpUrl, from: 'shop@example.com' })] }],
  });
  onTestFinished(() => world.stop());
  const to = [1, 2, 3].map((n) => `anna${n}@example.com`);
  for (const one of to) await queueMail(world.db, { to: one, subject: 'Hello', text: LINK, html: LINK });
  const waiting = async () =>
    (
      await sql<{ attempts: number; waits: boolean; last_error: string | null }>`
        select attempts, last_error, run_at > now() + interval '10 seconds' as waits from graphile_worker.jobs`.execute(
        world.db,
      )
    ).rows;
  const one = { attempts: 0, waits: true, last_error: null };
  // As after three quick attempts.
  const pass = () =>
    sql`update graphile_worker._private_jobs set attempts = 4, run_at = now() where attempts between 1 and 4 and locked_at is null`.execute(
      world.db,
    );
  await expect.poll(async () => (await pass()) && waiting(), { timeout: 15_000 }).toEqual([one, one, one]);
  const taking = await startSmtpServer(port);
  onTestFinished(taking.stop);
  // The first one discovers the server; the others wait a moment longer, which is skipped.
  const wake = () =>
    sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(world.db);
  await expect
    .poll(async () => (await wake()) && taking.recipients.toSorted(), { timeout: 10_000 })
    .toEqual(to);
});

test('a mail is not sent once its link has expired', async () => {
  const taking = await startSmtpServer();
  onTestFinished(taking.stop);
  const world = await startWorld();
  onTestFinished(() => world.stop());
  const clock = () => world.clock.now;
  const task = sendMailTask({
    ...world,
    clock,
    smtpUrl: `smtp://127.0.0.1:${taking.port}`,
    from: 'a@example.com',
  });
  const mail = { to: RECIPIENT, subject: 'A new password', text: LINK, html: LINK };
  const send = (until: Date) =>
    task.handle({ ...mail, until: until.toISOString() }, { attempt: 1, maxAttempts: 20 });
  await send(clock());
  expect(taking.recipients).toEqual([]);
  await send(new Date(+clock() + 1));
  expect(taking.recipients).toEqual([RECIPIENT]);
});
