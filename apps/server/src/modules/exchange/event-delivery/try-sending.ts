import { createHmac } from 'node:crypto';
import type { OutgoingEvent } from '@keepsake/contracts/outgoing-events';
import { type Clock, startStopwatch } from '../../../platform/clock.ts';
import { postWebhook, type Webhook, WebhookRefused } from '../../../platform/post-webhook.ts';

/** A receiver of events; its service is the key. */
export type Receiver = {
  /** Keys of its signatures, newest first. */
  secrets: readonly string[];
  /** Null for all. */
  types: readonly OutgoingEvent['type'][] | null;
  channels: readonly string[] | null;
} & (
  | (Webhook & {
      /** Converts the stored JSON to another format. */
      encode?(json: string): { body: string; contentType: string };
    })
  /** Within this process; returns a status. */
  | { take(request: { headers: Record<string, string>; body: string }): Promise<number> }
);

/** An attempt and its result. */
export type Tried = {
  eventId: string;
  at: Date;
  milliseconds: number;
  /** Null if there was no answer. */
  status: number | null;
  /** Why there was none. */
  fault: string | null;
  /** The beginning of the answer. */
  head: Buffer | null;
};

export type Attempt = Omit<Tried, 'eventId'> & {
  /** Seconds until the receiver wants to be asked again; null if it does not say. */
  retryAfter: number | null;
};

export const isAccepted = ({ status }: Pick<Tried, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/** The receiver wants no more events. */
export const isGone = ({ status }: Pick<Tried, 'status'>): boolean => status === 410;

type Sent = { id: string; body: string; signal?: AbortSignal };

/** Posts an event once and returns the result; never throws. */
export async function trySending(
  { clock }: { clock: Clock },
  receiver: Receiver | undefined,
  { id, body: json, signal }: Sent,
): Promise<Attempt> {
  const at = clock();
  const elapsed = startStopwatch();
  const took = () => Math.round(elapsed());
  const nothing = { at, status: null, retryAfter: null, head: null };
  if (!receiver) return { ...nothing, milliseconds: 0, fault: 'no webhook is set' };
  try {
    const { status, retryAfter = null, head = null } = await post(receiver, { id, json, at, signal });
    return { at, status, retryAfter, head, fault: null, milliseconds: took() };
  } catch (error) {
    return { ...nothing, milliseconds: took(), fault: faultOf(error) };
  }
}

type Post = { id: string; json: string; at: Date; signal: AbortSignal | undefined };
type Answer = { status: number; retryAfter?: number | null; head?: Buffer };

async function post(receiver: Receiver, { id, json, at, signal }: Post): Promise<Answer> {
  if ('take' in receiver) {
    const headers = signatureHeaders(receiver.secrets, { id, at, body: json });
    return { status: await receiver.take({ headers, body: json }) };
  }
  const { body, contentType } = receiver.encode?.(json) ?? { body: json, contentType: 'application/json' };
  const headers = { ...signatureHeaders(receiver.secrets, { id, at, body }), 'content-type': contentType };
  return await postWebhook(receiver, { headers, body, signal });
}

function faultOf(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  // Numeric codes are legacy ones of DOMException, such as a timeout's.
  return error instanceof WebhookRefused ? message : typeof code === 'string' ? code : name;
}

type Signed = { id: string; at: Date; body: string };

/** The headers of Standard Webhooks, for secrets of `whsec_` and base64; during a rotation there is one signature per secret. */
export function signatureHeaders(
  secrets: readonly string[],
  { id, at, body }: Signed,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
