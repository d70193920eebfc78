import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { textColourOn } from '../../../platform/colours.ts';
import { CACHING } from '../../../platform/http/caching.ts';
import { PAGE_RULES } from '../../../platform/http/page-frame.ts';
import { mountTypeface } from '../../../platform/http/typeface.ts';
import type { AppearanceDeps, Brand } from './appearance.ts';

const read = (name: string) => readFile(path.join(import.meta.dirname, name), 'utf8');
const sheets = [PAGE_RULES, await read('identity.css'), await read('operators.css')];
const stylesheet = sheets.join('');
const script = await read('identity-script.js');
const passkeyScript = await read('passkey-script.js');
const version = createHash('sha256')
  .update(stylesheet + script + passkeyScript)
  .digest('hex')
  .slice(0, 10);

export const SCRIPT_PATH = `/identity/assets/identity.js?v=${version}`;
/** Only for pages with a passkey button. */
export const PASSKEY_SCRIPT_PATH = `/identity/assets/passkey.js?v=${version}`;

export function stylesheetUrl(channel: string): string {
  return `/identity/assets/identity.css?channel=${encodeURIComponent(channel)}&v=${version}`;
}

/** The only style sheet, with the channel's colours, its fonts, and the scripts; the pages allow nothing inline. */
export async function mountAssets(
  app: FastifyInstance,
  { publicUrl, resolveChannel }: Pick<AppearanceDeps, 'publicUrl' | 'resolveChannel'>,
) {
  const { hostname } = new URL(publicUrl);
  app.get<{ Querystring: { channel?: string } }>('/assets/identity.css', async (request, reply) => {
    const { channel } = request.query;
    const brand = resolveChannel({ hostname, channelParam: typeof channel === 'string' ? channel : null });
    return reply
      .type('text/css')
      .header('cache-control', CACHING.day)
      .send(coloursOf(brand) + stylesheet);
  });
  for (const [name, source] of Object.entries({ identity: script, passkey: passkeyScript })) {
    app.get(`/assets/${name}.js`, async (_request, reply) =>
      reply.type('text/javascript').header('cache-control', CACHING.day).send(source),
    );
  }
  await mountTypeface(app, '/assets');
}

function coloursOf({ accent }: Brand): string {
  const set = (colour: string) => `--accent: ${colour}; --on-accent: ${textColourOn(colour)};`;
  const light = set(hexOr(accent.light, '#1f1f1f'));
  const dark = set(hexOr(accent.dark, '#f0f0f0'));
  return `:root { ${light} }\n@media (prefers-color-scheme: dark) { :root { ${dark} } }\n`;
}

/** Colours come from configuration: only a colour may enter the style sheet. */
function hexOr(colour: string, fallback: string): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour : fallback;
}
