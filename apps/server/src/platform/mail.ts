import { isMailAddress, toMailAddress } from '@keepsake/contracts/platform/mail-address';
import type { Transporter } from 'nodemailer';
import * as z from 'zod';
import { type Clock, MINUTE_MS } from './clock.ts';
import type { Database, Queryable } from './database/database.ts';
import { newId } from './ids.ts';
import { addJob, addJobs, JobPostponed, PRIORITY, type Task } from './jobs/jobs.ts';
import type { SentMails } from './recovery/sent-mails.ts';
import { type SecretKey, secretKeyOf, unwrapSecret, wrapSecret } from './secret-keys.ts';
import type { Secrets } from './secrets.ts';
import { findStoredJson, parseStoredJson } from './stored-json.ts';

const mail = z.object({
  to: z.string(),
  /** The sender, if it differs from the one in the settings. */
  from: z.object({ name: z.string(), email: z.string() }).optional(),
  /** The name before the address in the settings, if there is no `from`. */
  fromName: z.string().optional(),
  /** Where replies go, if not to the sender. */
  replyTo: z.string().optional(),
  /** Identifies the mail at every attempt; absent in mails queued by earlier releases. */
  id: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z
    .array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() }))
    .default([]),
  /** Headers besides the usual ones, in ASCII: they are sent unchanged, on one line. */
  headers: z.record(z.string(), z.string().regex(/^[\x20-\x7e]{1,900}$/)).default({}),
  /** The job to add once the mail server has accepted the mail. */
  whenSent: z.object({ task: z.string(), payload: z.record(z.string(), z.unknown()) }).optional(),
  /** When it becomes useless, an ISO instant: a mail whose link has expired by then is no longer sent. */
  until: z.string().optional(),
});
export type Mail = z.input<typeof mail>;

/** Headers that make mail clients offer one-click 'unsubscribe' at an address (RFC 8058). */
export const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/**
 * The header by which mailbox providers group complaints (Gmail's Feedback-ID): the kind of mail, the brand, and whether it is
 * service or advertising.
 */
export const feedbackHeader = (
  kind: string,
  { brand, stream }: { brand: string; stream: 'service' | 'newsletter' },
): Record<string, string> => ({ 'Feedback-ID': [kind, brand, stream, 'keepsake'].join(':') });

const TASK = 'send-mail';
export const SEALED_TASK = 'send-sealed-mail';

/**
 * Queues a mail in the transaction of what it is about. Does nothing if `to` is empty, because a retailer's own provider need not
 * give an address. Throws a RangeError unless `to` is exactly one address or empty.
 */
export async function queueMail(db: Queryable, message: Mail): Promise<void> {
  await addJobs(db, mailJobs([message], PRIORITY.interactive));
}

/** Queues many mails that nobody waits for: other jobs go first. */
export async function queueBulkMails(db: Queryable, messages: readonly Mail[]): Promise<void> {
  await addJobs(db, mailJobs(messages, PRIORITY.bulk));
}

/** The key that seals queued mails. */
export async function readMailKey(secrets: Secrets): Promise<SecretKey> {
  return secretKeyOf(await secrets.read('sealed-mails'));
}

/**
 * Queues a mail whose link acts for whoever has it. Its job is encrypted (ADR 19), so that a copy of the database gives no access
 * to an account.
 */
export async function queueSealedMail(db: Queryable, message: Mail, key: SecretKey): Promise<void> {
  const jobs = mailJobs([message], PRIORITY.interactive).map(({ payload, ...job }) => {
    const sealed = wrapSecret(key, SEALED_TASK, JSON.stringify(payload));
    return { ...job, task: SEALED_TASK, payload: { sealed } };
  });
  await addJobs(db, jobs);
}

const mailJobs = (messages: readonly Mail[], priority: number) =>
  messages.filter(({ to }) => to !== '').map((message) => mailJob(message, priority));

function mailJob(message: Mail, priority: number) {
  if (!isMailAddress(message.to)) throw new RangeError('A mail goes to exactly one address');
  const payload = { ...mail.parse(message), id: message.id ?? newId() };
  return { task: TASK, payload, options: { maxAttempts: 20, priority } };
}

/** Timeouts for a mail server: the defaults are minutes, and a few mails would keep all workers busy. */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 30_000,
};

/**
 * How long a mail waits after some attempts without an answer from the mail server, and while another one tries, in milliseconds.
 */
const UNREACHABLE_DELAY_MS = MINUTE_MS;
const BUSY_DELAY_MS = 15_000;
const FIRST_ATTEMPTS = 5;

type Deps = { db: Database; smtpUrl: string | null; from: string; clock: Clock };
/** Without `sent`, nothing is remembered for the time after a restore. */
type SenderDeps = Deps & { sent?: SentMails };

/** The job that hands queued mail to the SMTP server, or to the outbox if there is none. */
export function sendMailTask(deps: SenderDeps): Task {
  return { name: TASK, waitsForReconcile: true, handle: createSender(deps) };
}

const sealedPayload = z.object({ sealed: z.string() });

/** The same for sealed mail. Its name differs, so that a node that cannot open it leaves it to those that can. */
export function sendSealedMailTask({ secrets, ...deps }: SenderDeps & { secrets: Secrets }): Task {
  const send = createSender(deps);
  return {
    name: SEALED_TASK,
    waitsForReconcile: true,
    async handle(payload, attempt) {
      const { sealed } = sealedPayload.parse(payload);
      const opened = unwrapSecret([await readMailKey(secrets)], SEALED_TASK, sealed);
      await send(parseStoredJson(mail, opened, 'a sealed mail'), attempt);
    },
  };
}

/** Loads the mailer with the first mail: an installation without a mail server needs none. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({ url, ...TIMEOUTS });
}

function createSender(deps: SenderDeps): Task['handle'] {
  const handOver = createRetryingMailer(deps);
  return async (payload, { attempt }) => {
    const { whenSent, until, ...message } = mail.parse(payload);
    if (until && deps.clock() >= new Date(until)) return;
    if (!(await deps.sent?.withhold(message))) {
      await handOver(message, attempt);
      await deps.sent?.note(message);
    }
    if (whenSent) await addJob(deps.db, whenSent.task, whenSent.payload, { priority: PRIORITY.bulk });
  };
}

/**
 * Hands over mails, one at a time while the mail server is away: each attempt may keep a worker busy for seconds. Throws JobPostponed
 * if it has been away for some attempts.
 */
function createRetryingMailer(deps: Deps) {
  const handOver = createMailer(deps);
  let isUnreachable = false;
  let isTrying = false;
  return async (message: Mail, attempt: number) => {
    if (isUnreachable && isTrying)
      throw new JobPostponed('The mail server is away', { delayMs: BUSY_DELAY_MS });
    isTrying = true;
    try {
      await handOver(message);
      isUnreachable = false;
    } catch (error) {
      isUnreachable = error instanceof MailRefused && error.isUnreachable;
      // A momentary fault is over after the first attempts, which follow closely on one another.
      if (!isUnreachable || attempt < FIRST_ATTEMPTS) throw error;
      throw new JobPostponed((error as Error).message, { delayMs: UNREACHABLE_DELAY_MS });
    } finally {
      isTrying = false;
    }
  };
}

/** The recipient of a sealed mail; null if no key opens it any more. */
export function readSealedRecipient(key: SecretKey, payload: unknown): string | null {
  try {
    const opened = unwrapSecret([key], SEALED_TASK, sealedPayload.parse(payload).sealed);
    return findStoredJson(mail, opened)?.to ?? null;
  } catch {
    return null;
  }
}

/**
 * Hands a mail to the SMTP server, or to the outbox if there is none, at once: for callers that must know the outcome. Throws
 * MailRefused.
 */
export function createMailer({ db, smtpUrl, from, clock }: Deps): (message: Mail) => Promise<void> {
  let transport: Promise<Transporter> | undefined;
  return async (given) => {
    const { headers, from: own, fromName, id, ...message } = mail.parse(given);
    if (!smtpUrl) return insertIntoOutbox(db, { headers, ...message }, clock());
    transport ??= openTransport(smtpUrl);
    const to = { name: '', address: message.to };
    const sender = senderOf({ own, fromName }, from);
    // If the mailer folded a header, the mail server's signature (DKIM) might not match it.
    const asTheyAre = Object.entries({ ...AUTOMATIC, ...headers }).map(([name, value]) => [
      name,
      { prepared: true, value },
    ]);
    const sent = {
      ...message,
      from: sender,
      to,
      ...(id && { messageId: `<${id}@${sender.address.split('@').at(-1)}>` }),
      headers: Object.fromEntries(asTheyAre),
    };
    await (await transport).sendMail(sent).catch(rethrowUnquoted);
  };
}

/** Keeps out-of-office replies and ticket systems from answering (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

type Named = { own?: Mail['from']; fromName?: string };

/** Who a mail is from: its own sender, or the one in the settings, `Keepsake <no-reply@keepsake.example>`, by the mail's name. */
function senderOf({ own, fromName }: Named, settings: string): { name: string; address: string } {
  if (own) return { name: own.name, address: toMailAddress(own.email) };
  const [, name = '', address = settings] = /^([^<]*)<([^>]*)>/.exec(settings) ?? [];
  return { name: fromName ?? name.replaceAll('"', '').trim(), address: toMailAddress(address.trim()) };
}

type Refusal = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/** The mail server did not accept a mail, or there was none. */
export class MailRefused extends Error {
  /** The recipient's mailbox does not exist: retrying is pointless (RFC 3463, 5.1.x and 5.2.1). */
  readonly isHardBounce: boolean;
  /** No server answered, or it is too busy: the mail is not the reason. */
  readonly isUnreachable: boolean;
  constructor(
    message: string,
    { isHardBounce, isUnreachable }: { isHardBounce: boolean; isUnreachable: boolean },
  ) {
    super(message);
    this.isHardBounce = isHardBounce;
    this.isUnreachable = isUnreachable;
  }
}

/** Servers quote recipients and texts in their refusals, which belong neither in a log nor in a list of failed jobs. */
function rethrowUnquoted({ code, command, responseCode, response = '' }: Refusal): never {
  const existing = [code, command, responseCode].filter((value) => value !== undefined);
  const isHardBounce = command === 'RCPT TO' && /^5\d\d[ -]5\.(1\.\d|2\.1)\b/.test(response);
  const isUnreachable = responseCode === 421 || (command === 'CONN' && responseCode === undefined);
  const message = `The mail server did not take a mail (${existing.join(', ')})`;
  throw new MailRefused(message, { isHardBounce, isUnreachable });
}

type Message = Pick<z.output<typeof mail>, 'to' | 'subject' | 'text' | 'html' | 'attachments' | 'headers'>;

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

/** The mails of an installation without an SMTP server, newest first. */
export function listMails(db: Database, limit: number) {
  return db.selectFrom('outbox_mails').selectAll().orderBy('created_at', 'desc').limit(limit).execute();
}

/** One of them; undefined if there is none. */
export function findMail(db: Database, id: string) {
  return db.selectFrom('outbox_mails').selectAll().where('id', '=', id).executeTakeFirst();
}
