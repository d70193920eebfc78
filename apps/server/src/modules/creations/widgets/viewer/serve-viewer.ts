import { MINUTE_SECONDS } from '@keepsake/contracts/platform/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COMPRESSED } from '../../../../platform/http/compression.ts';
import { type Html, html } from '../../../../platform/markup.ts';
import { Problem } from '../../../../platform/problem.ts';
import { sendStoredPicture } from '../../../exchange/sent-files/index.ts';
import { type Channel, channelOf, channelOrDefault } from '../../../frame/channels/index.ts';
import { findPagePicture } from '../../online-products/index.ts';
import type { Deps, WidgetRef } from '../deps.ts';
import { addressOfWidget, WIDGET_PATH } from '../present-widgets.ts';
import { findLink, type WidgetRow } from '../store.ts';
import { translatorFor } from '../texts.ts';
import type { Tokens } from '../tokens.ts';
import type { Visits } from '../visits.ts';
import { sendPage } from './assets.ts';
import { drawViewer, isSize } from './draw-viewer.ts';
import { findOpenWidget, findView, isShown } from './find-view.ts';
import { layout, previewImageOf } from './layout.ts';
import type { DrawnPage, PageCache } from './page-cache.ts';

type ViewDeps = Pick<Deps, 'db' | 'objects' | 'publicUrl'> & {
  tokens: Tokens;
  visits: Visits;
  pages: PageCache;
};

/** How long a fetched picture may be cached, in seconds: after that a deleted widget shows nothing. */
const MAX_AGE_SECONDS = 5 * MINUTE_SECONDS;
const TOKEN = /^[\w-]{32}$/;

type Requested = { Params: { token: string }; Querystring: Record<string, unknown> };
type RequestedPicture = { Params: { token: string; place: string; size: string } };

/** Serves widgets by the token in their address: pages, and pictures whose access is checked at every request. */
export function mountViewer(app: FastifyInstance, deps: ViewDeps): void {
  const { db, tokens } = deps;
  const find = async (token: string) => (TOKEN.test(token) ? findLink(db, tokens.hashOf(token)) : undefined);
  app.get<Requested>(
    `${WIDGET_PATH}/:token`,
    { ...COMPRESSED, config: { access: 'token' } },
    async (request, reply) => {
      const { page, embed, preview } = request.query;
      const key = JSON.stringify([request.params.token, page, embed, preview]);
      const shown = deps.pages.find(key) ?? (await draw());
      if (!shown) return showNothing(request, reply);
      if (typeof page !== 'string' && preview === undefined) deps.visits.count(shown.ref);
      return sendPage(reply, shown.text, { sites: shown.sites });

      async function draw(): Promise<DrawnPage | null> {
        const ref = await find(request.params.token);
        const drawn = ref ? await drawWidget(deps, ref, request) : null;
        // Not for the preview: the customer must see a change made a moment ago.
        if (drawn && preview === undefined) deps.pages.keep(key, drawn);
        return drawn;
      }
    },
  );
  const config = {
    access: 'token',
    budget: { unlimited: 'a widget on a busy page shows all its pictures to everybody' },
  } as const;
  app.get<RequestedPicture>(`${WIDGET_PATH}/:token/:place/:size`, { config }, async (request, reply) => {
    const { token, place, size } = request.params;
    const ref = await find(token);
    if (!ref) throw new Problem('not-found');
    return sendWidgetPicture(deps, ref, { place, size, reply });
  });
}

/** The page of a widget; null if it is not visible. */
async function drawWidget(
  deps: Pick<ViewDeps, 'db' | 'publicUrl' | 'tokens'>,
  ref: WidgetRef,
  request: FastifyRequest<Requested>,
): Promise<DrawnPage | null> {
  const { db, publicUrl } = deps;
  const base = `${WIDGET_PATH}/${request.params.token}`;
  const { page, embed, preview } = request.query;
  const view = await findView(db, ref, (place) => `${base}/${place}`);
  if (!view) return null;
  const { widget } = view;
  const channel = channelOrDefault(widget.channel);
  const isEmbedded = embed !== undefined;
  const stored = [...(isEmbedded ? ['embed'] : []), ...(preview === undefined ? [] : ['preview'])];
  const title = titleOf(widget, channel);
  const url = addressOfWidget(deps, widget.id);
  const cover = view.openings[0]?.leaves[0]?.page;
  const image = cover?.pictureUrl
    ? previewImageOf({ ...cover, url: publicUrl + cover.pictureUrl }, 1300)
    : null;
  const drawn = drawViewer({
    channel,
    view,
    page: typeof page === 'string' ? page : undefined,
    addressOf: (name) => `${base}?${[...stored, `page=${encodeURIComponent(name)}`].join('&')}`,
  });
  const text = layout({
    channel,
    title: `${title} · ${channel.name}`,
    colours: widget.colours,
    isEmbedded,
    hasScript: true,
    preview: { title, description: descriptionOf(widget, channel), url, image },
    content: html`<main>
<h1 dir="auto">${title}</h1>
${drawn}
</main>`,
  });
  return { ref, text, sites: widget.sites };
}

/** The title above the pages. */
const titleOf = (
  widget: Pick<WidgetRow, 'title' | 'product_title' | 'product' | 'kind'>,
  { locale, id }: Channel,
): string =>
  widget.title ?? widget.product_title ?? widget.product ?? translatorFor(locale, id)(`kind.${widget.kind}`);

const descriptionOf = ({ product, kind }: WidgetRow, { locale, id, name }: Channel): string => {
  const t = translatorFor(locale, id);
  return t('viewer.description', { product: product ?? t(`kind.${kind}`), brand: name });
};

type RequestedFor = { place: string; size: string; reply: FastifyReply };

/** The picture of a page that a widget shows. Throws `not-found` for any other, and for a widget that is not visible. */
async function sendWidgetPicture(
  { db, objects }: Pick<ViewDeps, 'db' | 'objects'>,
  ref: WidgetRef,
  { place: requested, size, reply }: RequestedFor,
): Promise<FastifyReply> {
  const place = /^[1-9]\d{0,2}$/.test(requested) ? Number(requested) : 0;
  const widget = isSize(size) ? await findOpenWidget(db, ref) : null;
  if (!widget || !isShown(widget, place)) throw new Problem('not-found');
  const picture = await findPagePicture(db, {
    customerId: ref.customerId,
    productId: widget.product_id,
    place,
  });
  if (!picture) throw new Problem('not-found');
  return sendPagePicture(reply, objects, { objectKey: picture.objectKey, size });
}

/** The picture of a page by its key, in one of the stored sizes. Throws `not-found` for any other size. */
export function sendPagePicture(
  reply: FastifyReply,
  objects: ViewDeps['objects'],
  { objectKey, size }: { objectKey: string; size: string },
): Promise<FastifyReply> {
  if (!isSize(size)) throw new Problem('not-found');
  reply.header('cache-control', `private, max-age=${MAX_AGE_SECONDS}`).header('x-robots-tag', 'noindex');
  return sendStoredPicture(reply, objects, { objectKey, purpose: 'page', variant: size });
}

/** The same for an address that never existed and for one that no longer does. */
const showNothing = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendPage(reply, layoutOfNothing(channelOf(request)), { status: 404, sites: [] });

/** The page for what does not exist. */
export function layoutOfNothing(channel: Channel): string {
  const t = translatorFor(channel.locale, channel.id);
  const title = t('gone.title');
  const content: Html = html`<main class="message"><h1>${title}</h1><p>${t('gone.text')}</p></main>`;
  return layout({ channel, title: `${title} · ${channel.name}`, content });
}
