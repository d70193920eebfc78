import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../../../platform/database/database.ts';
import { CACHING } from '../../../../platform/http/caching.ts';
import { COMPRESSED } from '../../../../platform/http/compression.ts';
import { html } from '../../../../platform/markup.ts';
import { channels } from '../../../frame/channels/index.ts';
import { addressOfEntry, pathOfGallery } from '../addresses.ts';
import type { Parts } from '../deps.ts';

const SITEMAP_PATH = '/sitemap.xml';
/** A sitemap has at most 50,000 addresses, including those of galleries and categories. */
const MAX_ENTRIES = 40_000;

type Listed = { address: string; changedAt: Date | null };

/** For search engines: where the public pages are, and that the calls are not pages. */
export function mountSitemap(
  app: FastifyInstance,
  deps: Pick<Parts, 'fromReplica' | 'publicUrl' | 'categoriesOf'>,
): void {
  const robots = `User-agent: *\nDisallow: /api/\nSitemap: ${deps.publicUrl}${SITEMAP_PATH}\n`;
  const config = { access: 'public' } as const;
  app.get('/robots.txt', { config }, async (_request, reply) => reply.type('text/plain').send(robots));
  app.get(SITEMAP_PATH, { ...COMPRESSED, config }, async (_request, reply) => {
    const pages = [...listGalleries(deps), ...(await deps.fromReplica((db) => listEntries({ ...deps, db })))];
    return reply.type('application/xml').header('cache-control', CACHING.hour).send(draw(pages));
  });
}

function listGalleries({ publicUrl, categoriesOf }: Pick<Parts, 'publicUrl' | 'categoriesOf'>): Listed[] {
  return channels().flatMap(({ id }) => {
    const categories = categoriesOf(id);
    const places = categories.length > 0 ? [null, ...categories.map(({ name }) => name)] : [];
    const addresses = places.map((category) => publicUrl + pathOfGallery({ channel: id, category }));
    return addresses.map((address) => ({ address, changedAt: null }));
  });
}

/** The most recently approved entries. One whose widget is no longer visible is a 404, as on its own page. */
async function listEntries({
  db,
  publicUrl,
  categoriesOf,
}: { db: Queryable } & Parameters<typeof listGalleries>[0]) {
  const rows = await db
    .selectFrom('gallery_entries')
    .select(['id', 'channel', 'decided_at'])
    .where('state', '=', 'shown')
    .orderBy('decided_at', 'desc')
    .limit(MAX_ENTRIES)
    .execute();
  return rows
    .filter(({ channel }) => categoriesOf(channel).length > 0)
    .map((row): Listed => ({ address: addressOfEntry(publicUrl, row), changedAt: row.decided_at }));
}

const draw = (pages: readonly Listed[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${
    html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map(({ address, changedAt }) => html`<url><loc>${address}</loc>${changedAt && html`<lastmod>${changedAt.toISOString()}</lastmod>`}</url>\n`)}</urlset>\n`
      .markup
  }`;
