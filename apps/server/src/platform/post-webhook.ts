import { lookup } from 'node:dns/promises';
import {
  Agent as HttpAgent,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { connectByProxy } from './egress-proxy.ts';
import { withoutBrackets } from './network.ts';

export type Webhook = {
  url: string;
  /**
   * Also allows http, any port and addresses of the operator's own network: for addresses set by the operator, never by others.
   */
  isInternal: boolean;
  /** Allows the same for this machine only: for trying things out. */
  isLoopbackAllowed?: boolean;
  /** The proxy through which the internet is reached; called directly if null or absent. */
  proxy?: string | null;
};
export type WebhookAnswer = {
  status: number;
  /** Seconds until the receiver wants to be asked again; null if it does not say. */
  retryAfter: number | null;
  /** The beginning of the answer. */
  head: Buffer;
};
type Posted = {
  headers: Record<string, string>;
  body: string;
  /** Ends the attempt early. */
  signal?: AbortSignal;
};

const TIMEOUT_MS = 15_000;
/** The body of an answer matters little; the rest is cut off. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** Bytes of the body that are kept. */
const HEAD_BYTES = 1_024;

/**
 * Connections are kept open for some seconds, each under the name and the address that it was opened for, so that a receiver of
 * many webhooks is not reconnected to for each. Only an attempt whose name resolves to that address reuses one.
 */
const STORED = { keepAlive: true, timeout: 4_000 };
const AGENTS = { http: new HttpAgent(STORED), https: new HttpsAgent(STORED) };

/** Thrown for an address that is not called at all. */
export class WebhookRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'WebhookRefused';
  }
}

/**
 * Posts to an address that somebody else chose (SSRF): all addresses of its host are resolved and checked, and the call goes to
 * the checked one. A redirect is an answer like any other. Throws if there is no answer within 15 s. The body is JSON unless the
 * headers say otherwise.
 */
export async function postWebhook(
  webhook: Webhook,
  { headers, body, signal: ended }: Posted,
): Promise<WebhookAnswer> {
  const url = new URL(webhook.url);
  const host = withoutBrackets(url.hostname);
  if (!webhook.isInternal && !webhook.isLoopbackAllowed) requirePublic(url);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = ended ? AbortSignal.any([ended, timeout]) : timeout;
  const { address, isOwn } = await within(signal, findAddress(host, webhook));
  if (!isOwn) requirePublic(url);
  const options: RequestOptions = {
    method: 'POST',
    // The connection knows only the checked address; the certificate must match the name in the header.
    hostname: address,
    headers: {
      'content-type': 'application/json',
      ...headers,
      host: url.host,
      'content-length': Buffer.byteLength(body),
    },
    agent: url.protocol === 'https:' ? AGENTS.https : AGENTS.http,
    signal,
  };
  try {
    if (!webhook.proxy || isOwn) return await send(url, options, body);
    const socket = await connectByProxy(webhook.proxy, { address, host, signal });
    return await send(url, { ...options, agent: false, createConnection: () => socket }, body);
  } catch (error) {
    // node:http reports every end as an abort, whatever its cause.
    throw timeout.aborted ? timeout.reason : error;
  }
}

function requirePublic({ protocol, port, username, password }: URL): void {
  if (protocol !== 'https:') throw new WebhookRefused('its address is not https');
  if (port !== '') throw new WebhookRefused('its address has a port');
  if (username !== '' || password !== '') throw new WebhookRefused('its address has a name or a password');
}

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // The library counts as unicast whatever is not assigned yet; only 2000::/3 is (RFC 4291).
  return parsed instanceof ipaddr.IPv4 || parsed.match(ipaddr.IPv6.parse('2000::'), 3);
}

/**
 * Throws if any of the addresses is not public: whoever owns a name decides where it points, and when. `isOwn` means that it may
 * be called on any port and without TLS.
 */
async function findAddress(host: string, { isInternal, isLoopbackAllowed = false }: Webhook) {
  const literal = isIP(host);
  const found = literal
    ? [{ address: host, family: literal }]
    : await lookup(host, { all: true, order: 'ipv4first' });
  const [first] = found;
  if (!first) throw new WebhookRefused('its host has no address');
  const isLoopback = found.every(({ address }) => ipaddr.process(address).range() === 'loopback');
  const isOwn = isInternal || (isLoopbackAllowed && isLoopback);
  if (!isOwn && !found.every(({ address }) => isPublicAddress(address)))
    throw new WebhookRefused('its address is in a private network');
  return { ...first, isOwn };
}

/** A DNS lookup cannot be cancelled; the wait for it can. */
async function within<Value>(signal: AbortSignal, lookup: Promise<Value>): Promise<Value> {
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([lookup, ended.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function send(url: URL, options: RequestOptions, body: string): Promise<WebhookAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WebhookAnswer>();
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  let isAnswered = false;
  const request = open(url, options, (response) => {
    isAnswered = true;
    const chunks: Buffer[] = [];
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      if (bytes < HEAD_BYTES) chunks.push(chunk.subarray(0, HEAD_BYTES - bytes));
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) response.destroy();
    });
    const end = () => resolve(answerOf(response, Buffer.concat(chunks)));
    // The status is the answer, even if the rest breaks off.
    response.on('close', end);
    response.on('error', end);
  });
  request.on('error', (error) => {
    // A receiver may close a kept connection at the moment it is reused; one that has begun to answer has received the request.
    if (request.reusedSocket && !isAnswered && !options.signal?.aborted)
      resolve(send(url, { ...options, agent: false }, body));
    else reject(error);
  });
  request.end(body);
  return promise;
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, head: Buffer): WebhookAnswer {
  return { status: statusCode, retryAfter: secondsOf(headers['retry-after'], headers.date), head };
}

/** Retry-After is a number of seconds or a date by the receiver's clock (RFC 9110); null if it is neither. */
function secondsOf(header: string | undefined, now: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const wait = Date.parse(header) - Date.parse(now ?? '');
  return Number.isNaN(wait) ? null : Math.max(0, Math.ceil(wait / 1_000));
}
