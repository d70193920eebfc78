import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COMPRESSED } from '../../../../platform/http/compression.ts';
import { PUBLIC_FORM } from '../../../../platform/http/foreign-pages.ts';
import { isId } from '../../../../platform/ids.ts';
import { Problem } from '../../../../platform/problem.ts';
import { type Channel, channelOf, findChannel } from '../../../frame/channels/index.ts';
import { drawViewer, findView, layoutOfNothing, sendPage, sendPagePicture } from '../../widgets/index.ts';
import { GALLERY_PATH, pathOfEntry, pathOfGallery } from '../addresses.ts';
import { refOf } from '../content.ts';
import type { Parts } from '../deps.ts';
import { reportEntry } from '../reports.ts';
import { drawEntry, drawGallery, galleryOf } from './draw-gallery.ts';
import { readGallery, readShown } from './read-gallery.ts';

type PageDeps = Pick<Parts, 'db' | 'clock' | 'objects' | 'throttle' | 'publicUrl' | 'categoriesOf'>;
type Query = { Querystring: Record<string, unknown> };
type RequestedPage = Query & { Params: { channel: string; category?: string } };
type RequestedEntry = Query & { Params: { channel: string; id: string } };
type RequestedPicture = { Params: { channel: string; id: string; place: string; size: string } };

const PICTURES = { unlimited: 'a page of the gallery shows dozens of pictures' };
const MAX_FORM_BYTES = 16_384;
/** Query parameter of a page after a report. */
const IS_REPORTED = 'reported';

/** The public pages of the galleries; their addresses contain the channel, so that search engines see each as separate. */
export function mountGallery(app: FastifyInstance, deps: PageDeps): void {
  const config = { access: 'public' } as const;
  const page = { ...COMPRESSED, config };
  app.get(GALLERY_PATH, { config }, async (request, reply) => reply.redirect(galleryOf(channelOf(request))));
  for (const path of [`${GALLERY_PATH}/:channel`, `${GALLERY_PATH}/:channel/:category`])
    app.get<RequestedPage>(path, page, (request, reply) => showGallery(deps, request, reply));
  const entry = `${GALLERY_PATH}/:channel/entries/:id`;
  app.get<RequestedEntry>(entry, page, (request, reply) => showEntry(deps, request, reply));
  const ofPictures = { config: { ...config, budget: PICTURES } };
  app.get<RequestedPicture>(`${entry}/:place/:size`, ofPictures, async ({ params }, reply) => {
    const shown = isId(params.id) ? await readShown(deps.db, params) : null;
    const picture = shown?.pages.find(({ place }) => String(place) === params.place);
    if (!picture?.objectKey) throw new Problem('not-found');
    return sendPagePicture(reply, deps.objects, { objectKey: picture.objectKey, size: params.size });
  });
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.post<RequestedEntry>(`${entry}/report`, PUBLIC_FORM, async (request, reply) => {
      const { params, body, ip } = request;
      const shown = isId(params.id) ? await readShown(deps.db, params) : null;
      if (!shown) throw new Problem('not-found');
      await reportEntry(deps, shown.entry.id, { fields: body, ip });
      return reply.redirect(`${pathOfEntry(shown.entry)}?${IS_REPORTED}`, 303);
    });
  });
}

async function showGallery(
  deps: Pick<PageDeps, 'categoriesOf' | 'db' | 'publicUrl'>,
  request: FastifyRequest<RequestedPage>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { params, query } = request;
  const channel = channelNamed(params.channel);
  const categories = channel ? deps.categoriesOf(channel.id) : [];
  const category = categories.find(({ name }) => name === params.category) ?? null;
  const isUnknown = params.category !== undefined && category === null;
  const page = /^[1-9]\d{0,4}$/.test(String(query.page ?? '1')) ? Number(query.page ?? 1) : 0;
  if (!channel || categories.length === 0 || isUnknown || page === 0) return showNothing(request, reply);
  const place = { channel: channel.id, category: category?.name ?? null };
  const { entries, pagesCount } = await readGallery(deps.db, { ...place, page });
  if (page > pagesCount) return reply.redirect(pathOfGallery({ ...place, page: pagesCount }));
  const { publicUrl } = deps;
  const drawn = drawGallery({ channel, publicUrl, categories, category, entries, page, pagesCount });
  return sendPage(reply, drawn, { caching: 'no-cache' });
}

async function showEntry(
  deps: Pick<PageDeps, 'db' | 'categoriesOf' | 'publicUrl'>,
  request: FastifyRequest<RequestedEntry>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { params, query } = request;
  const channel = channelNamed(params.channel);
  const shown = channel && isId(params.id) ? await readShown(deps.db, params) : null;
  const base = shown && pathOfEntry(shown.entry);
  const view = shown && (await findView(deps.db, refOf(shown.entry), (place) => `${base}/${place}`));
  if (!channel || !shown || !view) return showNothing(request, reply);
  const viewer = drawViewer({
    channel,
    view,
    page: typeof query.page === 'string' ? query.page : undefined,
    addressOf: (name) => `${base}?page=${encodeURIComponent(name)}`,
  });
  const category = deps.categoriesOf(channel.id).find(({ name }) => name === shown.entry.category) ?? null;
  const isReported = query[IS_REPORTED] !== undefined;
  const { publicUrl } = deps;
  return sendPage(reply, drawEntry({ channel, publicUrl, shown, category, viewer, isReported }));
}

/** In addresses a channel has only one spelling. */
const channelNamed = (id: string): Channel | null => {
  const channel = findChannel(id);
  return channel?.id === id ? channel : null;
};

const showNothing = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendPage(reply, layoutOfNothing(channelOf(request)), { status: 404 });
