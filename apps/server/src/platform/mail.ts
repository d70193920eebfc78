import { isMailAddress } from '@keepsake/contracts';
import type { Transporter } from 'nodemailer';
import * as z from 'zod';
import type { Clock } from './clock.ts';
import type { Database, Queryable } from './database/database.ts';
import { newId } from './ids.ts';
import { addJob, addJobs, type NewJob, NotYet, PRIORITY, type Task } from './jobs/jobs.ts';
import { type SecretKey, secretKeyOf, unwrapSecret, wrapSecret } from './secret-keys.ts';
import type { Secrets } from './secrets.ts';

const mail = z.object({
  to: z.string(),
  /** Whom it comes from, if that is not the sender of the settings. */
  from: z.object({ name: z.string(), email: z.string() }).optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z
    .array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() }))
    .default([]),
  /** Headers besides the usual ones, in ASCII: they are sent as they are, on one line. */
  headers: z.record(z.string(), z.string().regex(/^[\x20-\x7e]{1,900}$/)).default({}),
  /** The job to add once the mail server has accepted the mail. */
  whenSent: z.object({ task: z.string(), payload: z.record(z.string(), z.unknown()) }).optional(),
  /** From when on it is of no use, an ISO instant: a mail whose link is over by then is not sent any more. */
  until: z.string().optional(),
});
export type Mail = z.input<typeof mail>;

const TASK = 'send-mail';
export const SEALED_TASK = 'send-sealed-mail';

/**
 * Queues a mail in the transaction of what it is about, which goes on without one where no address is known: a provider of the
 * retailer's own need not tell any. Throws a RangeError unless `to` is exactly one address or empty.
 */
export async function queueMail(db: Queryable, message: Mail): Promise<void> {
  await addJobs(db, mailJobs([message], PRIORITY.interactive));
}

/** The same for many mails at once that nobody waits for: other jobs go first. */
export async function queueBulkMails(db: Queryable, messages: readonly Mail[]): Promise<void> {
  await addJobs(db, mailJobs(messages, PRIORITY.bulk));
}

/** What mails are sealed with while they wait. */
export async function readMailKey(secrets: Secrets): Promise<SecretKey> {
  return secretKeyOf(await secrets.read('sealed-mails'));
}

/**
 * The same for a mail whose link acts for whoever holds it. Its job is encrypted (ADR 19): a copy of the database opens no
 * account by it.
 */
export async function queueSealedMail(db: Queryable, message: Mail, key: SecretKey): Promise<void> {
  const jobs = mailJobs([message], PRIORITY.interactive).map(({ payload, ...job }) => {
    const sealed = wrapSecret(key, SEALED_TASK, JSON.stringify(payload));
    return { ...job, task: SEALED_TASK, payload: { sealed } };
  });
  await addJobs(db, jobs);
}

const mailJobs = (messages: readonly Mail[], priority: number): NewJob[] =>
  messages.filter(({ to }) => to !== '').map((message) => mailJob(message, priority));

function mailJob(message: Mail, priority: number): NewJob {
  if (!isMailAddress(message.to)) throw new RangeError('A mail goes to exactly one address');
  return { task: TASK, payload: mail.parse(message), options: { maxAttempts: 20, priority } };
}

/** Longest waits for a mail server: by default they are minutes, and a few mails would keep all workers busy. */
const PATIENCE = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 30_000,
};

/** How long a mail waits when no mail server has answered some attempts, and while another one finds out, in milliseconds. */
const AWAY_MS = 60_000;
const BUSY_MS = 15_000;
const CLOSE_ATTEMPTS = 5;

type Deps = { db: Database; smtpUrl: string | null; from: string; clock: Clock };

/** The job that hands queued mail to the SMTP server, or to the outbox when there is none. */
export function sendMailTask(deps: Deps): Task {
  return { name: TASK, handle: createSender(deps) };
}

const sealedPayload = z.object({ sealed: z.string() });

/** The same for sealed mail. It has a name of its own, so that a node that cannot open it leaves it to those that can. */
export function sendSealedMailTask({ secrets, ...deps }: Deps & { secrets: Secrets }): Task {
  const send = createSender(deps);
  return {
    name: SEALED_TASK,
    async handle(payload, attempt) {
      const { sealed } = sealedPayload.parse(payload);
      await send(JSON.parse(unwrapSecret([await readMailKey(secrets)], SEALED_TASK, sealed)), attempt);
    },
  };
}

/** Loads the mailer with the first mail: an installation without a mail server needs none. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({ url, ...PATIENCE });
}

function createSender(deps: Deps): Task['handle'] {
  const handOver = createPatientMailer(deps);
  return async (payload, { attempt }) => {
    const { whenSent, until, ...message } = mail.parse(payload);
    if (until && deps.clock() >= new Date(until)) return;
    await handOver(message, attempt);
    if (whenSent) await addJob(deps.db, whenSent.task, whenSent.payload, { priority: PRIORITY.bulk });
  };
}

/**
 * Hands mails over, one at a time while the mail server is away: each that tries may keep a worker busy for seconds. Throws a
 * NotYet when it has been away for some attempts.
 */
function createPatientMailer(deps: Deps) {
  const handOver = createMailer(deps);
  let isAway = false;
  let isTrying = false;
  return async (message: Mail, attempt: number) => {
    if (isAway && isTrying) throw new NotYet('The mail server is away', { waitsMs: BUSY_MS });
    isTrying = true;
    try {
      await handOver(message);
      isAway = false;
    } catch (error) {
      isAway = error instanceof MailRefused && error.isAway;
      // What is a moment's fault is over after the first attempts, which follow one another closely.
      if (!isAway || attempt < CLOSE_ATTEMPTS) throw error;
      throw new NotYet((error as Error).message, { waitsMs: AWAY_MS });
    } finally {
      isTrying = false;
    }
  };
}

/** Whom a sealed mail goes to; null when no key opens it any more. */
export function readSealedRecipient(key: SecretKey, payload: unknown): string | null {
  try {
    const opened = unwrapSecret([key], SEALED_TASK, sealedPayload.parse(payload).sealed);
    return mail.parse(JSON.parse(opened)).to;
  } catch {
    return null;
  }
}

/**
 * Hands a mail to the SMTP server, or to the outbox when there is none, at once: for who must know what became of it. Throws
 * a MailRefused.
 */
export function createMailer({ db, smtpUrl, from, clock }: Deps): (message: Mail) => Promise<void> {
  let transport: Promise<Transporter> | undefined;
  return async (given) => {
    const { headers, from: sender, ...message } = mail.parse(given);
    if (!smtpUrl) return insertIntoOutbox(db, { headers, ...message }, clock());
    transport ??= openTransport(smtpUrl);
    const to = { name: '', address: message.to };
    // Folded by the mailer, a header can become one that the mail server's signature (DKIM) does not fit.
    const asTheyAre = Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }]);
    const sent = {
      ...message,
      from: sender ? { name: sender.name, address: sender.email } : from,
      to,
      headers: Object.fromEntries(asTheyAre),
    };
    await (await transport).sendMail(sent).catch(rethrowUnquoted);
  };
}

type Refusal = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/** The mail server did not take a mail, or there was none. */
export class MailRefused extends Error {
  /** The recipient's mailbox does not exist: no other try helps (RFC 3463, 5.1.x and 5.2.1). */
  readonly isHardBounce: boolean;
  /** No server answered, or it has no time: the mail is not the reason. */
  readonly isAway: boolean;
  constructor(message: string, { isHardBounce, isAway }: { isHardBounce: boolean; isAway: boolean }) {
    super(message);
    this.isHardBounce = isHardBounce;
    this.isAway = isAway;
  }
}

/** Servers quote recipients and texts in their refusals, which belong in no log and in no list of failed jobs. */
function rethrowUnquoted({ code, command, responseCode, response = '' }: Refusal): never {
  const known = [code, command, responseCode].filter((fact) => fact !== undefined);
  const isHardBounce = command === 'RCPT TO' && /^5\d\d[ -]5\.(1\.\d|2\.1)\b/.test(response);
  const isAway = responseCode === 421 || (command === 'CONN' && responseCode === undefined);
  const message = `The mail server did not take a mail (${known.join(', ')})`;
  throw new MailRefused(message, { isHardBounce, isAway });
}

type Message = Omit<z.output<typeof mail>, 'whenSent' | 'until'>;

async function insertIntoOutbox(db: Database, message: Message, now: Date): Promise<void> {
  const { to, subject, text, html, attachments, headers } = message;
  const row = { id: newId(), recipient: to, subject, text_body: text, html_body: html };
  await db
    .insertInto('outbox_mails')
    .values({
      ...row,
      attachments: JSON.stringify(attachments),
      headers: JSON.stringify(headers),
      created_at: now,
    })
    .execute();
}
