import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { textColourOn } from '../../../../platform/colours.ts';
import { CACHING } from '../../../../platform/http/caching.ts';
import { COMPRESSED } from '../../../../platform/http/compression.ts';
import { PAGE_RULES } from '../../../../platform/http/page-frame.ts';
import { mountTypeface } from '../../../../platform/http/typeface.ts';
import { type Channel, channelOrDefault } from '../../../frame/channels/index.ts';

const read = (name: string) => readFile(path.join(import.meta.dirname, name), 'utf8');
const stylesheet = PAGE_RULES + (await read('viewer.css'));
const script = await read('viewer-script.js');
const versionOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join()).digest('hex').slice(0, 10);

const FOLDER = '/w/assets';
export const SCRIPT_PATH = `${FOLDER}/viewer.js?v=${versionOf(script)}`;
export function stylesheetUrl(channel: Channel): string {
  const version = versionOf(stylesheet, coloursOf(channel));
  return `${FOLDER}/viewer.css?channel=${encodeURIComponent(channel.id)}&v=${version}`;
}

/** The only style sheet, with the channel's colours and its fonts, and the only script of the pages rendered here. */
export async function mountAssets(app: FastifyInstance): Promise<void> {
  const options = {
    ...COMPRESSED,
    config: { budget: { unlimited: 'a small file from memory, on every page' } },
  };
  const caching = ['cache-control', CACHING.day] as const;
  app.get<{ Querystring: { channel?: unknown } }>(`${FOLDER}/viewer.css`, options, async (request, reply) => {
    const { channel } = request.query;
    const brand = channelOrDefault(typeof channel === 'string' ? channel : null);
    return reply
      .type('text/css')
      .header(...caching)
      .send(coloursOf(brand) + stylesheet);
  });
  app.get(`${FOLDER}/viewer.js`, options, async (_request, reply) =>
    reply
      .type('text/javascript')
      .header(...caching)
      .send(script),
  );
  await mountTypeface(app, FOLDER);
}

function coloursOf({ accent: { light, dark } }: Channel): string {
  const set = (accent: string) => `--accent: ${accent}; --on-accent: ${textColourOn(accent)};`;
  return `:root { ${set(light)} --brand: ${light}; --on-brand: ${textColourOn(light)}; }
@media (prefers-color-scheme: dark) { :root.auto { ${set(dark)} } }
:root.dark { ${set(dark)} }
`;
}

/** Only what we serve is shown or run. The widget says who may embed the page. */
const policyFor = (frameAncestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
  ].join('; ');

type Sent = {
  status?: number;
  /** Sites that may embed the page besides our own; null forbids embedding, even by us. */
  sites?: readonly string[] | null;
  caching?: string;
};

/** Sends a page rendered here, with their common headers. */
export function sendPage(
  reply: FastifyReply,
  page: string,
  { status = 200, sites = null, caching = 'no-store' }: Sent = {},
): FastifyReply {
  if (sites) reply.removeHeader('x-frame-options');
  return reply
    .code(status)
    .header('content-security-policy', policyFor(sites ? ["'self'", ...sites].join(' ') : "'none'"))
    .header('cache-control', caching)
    .type('text/html; charset=utf-8')
    .send(page);
}
