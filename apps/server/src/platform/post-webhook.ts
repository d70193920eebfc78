import { lookup } from 'node:dns/promises';
import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { withoutBrackets } from './network.ts';

export type Webhook = {
  url: string;
  /** Also http, any port and addresses of the operator's own network: for what the operator set, never for what others set. */
  isInternal: boolean;
};
export type WebhookAnswer = {
  status: number;
  /** Seconds until the receiver wants to be asked again; null when it does not say. */
  retryAfter: number | null;
};

const TIMEOUT_MS = 15_000;
/** What a receiver says beside its status is of no interest; more than this is cut off. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Thrown for an address that is not asked at all. */
export class WebhookRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'WebhookRefused';
  }
}

/**
 * Posts JSON to an address that somebody else chose (SSRF): all addresses of its host are looked up and judged, and the one
 * that was judged is the one that is called. A redirect is an answer like any other. Throws when there is no answer in 15 s.
 */
export async function postWebhook(
  webhook: Webhook,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<WebhookAnswer> {
  const url = new URL(webhook.url);
  if (!webhook.isInternal) requirePublic(url);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const address = await findAddress(withoutBrackets(url.hostname), webhook.isInternal);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    // A connection of its own: one that is kept could have been looked up before.
    agent: false,
    signal,
    lookup: (_host, asked, found) =>
      asked.all ? found(null, [address]) : found(null, address.address, address.family),
  };
  return send(url, options, body);
}

function requirePublic({ protocol, port, username, password }: URL): void {
  if (protocol !== 'https:') throw new WebhookRefused('its address is not https');
  if (port !== '') throw new WebhookRefused('its address has a port');
  if (username !== '' || password !== '') throw new WebhookRefused('its address has a name or a password');
}

/** Refused if any of the addresses is none of the internet: who owns a name decides what it leads to, and when. */
async function findAddress(host: string, isInternal: boolean) {
  const literal = isIP(host);
  const found = literal ? [{ address: host, family: literal }] : await lookup(host, { all: true });
  const bad = found.find(({ address }) => ipaddr.process(address).range() !== 'unicast');
  if (bad && !isInternal) throw new WebhookRefused('its address is in a private network');
  const [first] = found;
  if (!first) throw new WebhookRefused('its host has no address');
  return first;
}

function send(url: URL, options: RequestOptions, body: string): Promise<WebhookAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WebhookAnswer>();
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = open(url, options, (response) => {
    const seconds = Number(response.headers['retry-after'] ?? Number.NaN);
    const answer = { status: response.statusCode ?? 0, retryAfter: Number.isNaN(seconds) ? null : seconds };
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) response.destroy();
    });
    // The status is the answer, also when the rest breaks off.
    response.on('close', () => resolve(answer));
    response.on('error', () => resolve(answer));
  });
  request.on('error', reject);
  request.end(body);
  return promise;
}
