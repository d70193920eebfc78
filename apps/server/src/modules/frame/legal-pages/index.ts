import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LEGAL_PAGES } from '@keepsake/contracts/frame/configuration';
import type { FastifyInstance } from 'fastify';
import { CACHING } from '../../../platform/http/caching.ts';
import { COMPRESSED } from '../../../platform/http/compression.ts';
import { PAGE_RULES } from '../../../platform/http/page-frame.ts';
import { mountFor } from '../../../platform/http/route-access.ts';
import { mountTypeface } from '../../../platform/http/typeface.ts';
import { findLanguage } from '../../../platform/languages.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
import { findChannel, LEGAL_PATH } from '../channels/index.ts';
import { findLegalPage } from '../legal/index.ts';
import { drawLegalPage } from './draw-legal-page.ts';

const styles = await readFile(path.join(import.meta.dirname, 'legal-pages.css'), 'utf8');
const STYLES = PAGE_RULES + styles;
const ASSETS = `${LEGAL_PATH}/assets`;
const version = createHash('sha256').update(STYLES).digest('hex').slice(0, 10);
const STYLES_URL = `${ASSETS}/legal-pages.css?v=${version}`;

/** Only text, in our style sheet. */
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const FROM_MEMORY = { unlimited: 'a page from memory, the same for everybody' };
const OPTIONS = { ...COMPRESSED, config: { budget: FROM_MEMORY } } as const;

type Requested = { Params: { channel: string; kind: string }; Querystring: { language?: unknown } };

/** The legal texts of brands as pages, for everybody and without script: `/legal/bildersonn/terms?language=en-GB`. */
export function createLegalPages(): Module {
  return { mount: (app) => mountFor(app, 'public', mountLegalPages) };
}

async function mountLegalPages(app: FastifyInstance): Promise<void> {
  app.get(`${ASSETS}/legal-pages.css`, OPTIONS, async (_request, reply) =>
    reply.type('text/css').header('cache-control', CACHING.day).send(STYLES),
  );
  await mountTypeface(app, ASSETS);
  app.get<Requested>(`${LEGAL_PATH}/:channel/:kind`, OPTIONS, async ({ params, query }, reply) => {
    const channel = findChannel(params.channel);
    const kind = LEGAL_PAGES.find((each) => each === params.kind);
    if (!channel || channel.id !== params.channel || !kind) throw new Problem('not-found');
    const { locale, legalPages } = channel;
    const language = (typeof query.language === 'string' && findLanguage(query.language)) || locale;
    const found = findLegalPage(legalPages, { kind, language, locale });
    if (!found) throw new Problem('not-found');
    if ('url' in found.page) return reply.redirect(found.page.url);
    const page = drawLegalPage({
      channel,
      kind,
      language: found.language,
      page: found.page,
      stylesheetUrl: STYLES_URL,
    });
    return reply
      .header('content-security-policy', POLICY)
      .header('cache-control', CACHING.revalidated)
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
