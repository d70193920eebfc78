import { REPORT_KINDS } from '@keepsake/contracts/creations/gallery';
import { COVER_SIZES, type PictureSize, pictureAt } from '@keepsake/contracts/platform/limits';
import { type Html, html } from '../../../../platform/markup.ts';
import type { Channel } from '../../../frame/channels/index.ts';
import { layout, previewImageOf } from '../../widgets/index.ts';
import { GALLERY_PATH, pathOfEntry, pathOfGallery } from '../addresses.ts';
import type { EntryContent } from '../content.ts';
import type { Category } from '../gallery-file.ts';
import { translatorFor } from '../texts.ts';

type Drawn = {
  channel: Channel;
  publicUrl: string;
  categories: readonly Category[];
  /** Null for all of them. */
  category: Category | null;
  entries: readonly EntryContent[];
  page: number;
  pagesCount: number;
};

/** A page of entries with the categories above them. */
export function drawGallery(drawn: Drawn): string {
  const { channel, publicUrl, category, entries, page, pagesCount } = drawn;
  const t = translatorFor(channel.locale, channel.id);
  const place = { channel: channel.id, category: category?.name ?? null };
  const heading = category?.title ?? t('gallery.title');
  const numbered = page > 1 ? `${heading} – ${t('gallery.page', { page, pages: pagesCount })}` : heading;
  const description = t('gallery.description', { brand: channel.name });
  const url = publicUrl + pathOfGallery({ ...place, page });
  const [first] = entries;
  const image = first ? previewOf(first, publicUrl, 800) : null;
  return layout({
    channel,
    title: `${numbered} · ${channel.name}`,
    isPublic: true,
    canonicalUrl: url,
    preview: { title: numbered, description, url, image },
    data: {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name: heading,
      url,
      inLanguage: channel.locale,
      hasPart: entries.map(({ entry }) => ({
        '@type': 'CreativeWork',
        name: entry.title,
        url: publicUrl + pathOfEntry(entry),
      })),
    },
    content: html`<main>
<h1>${heading}</h1>
<p class="intro">${description}</p>
<nav aria-label="${t('gallery.categories')}"><ul class="categories">
${categoryLinks(drawn)}</ul></nav>
${entries.length === 0 ? html`<p class="none">${t('gallery.empty')}</p>` : html`<ul class="entries">\n${entries.map((each, at) => drawCard(each, at))}</ul>`}
${pagesCount > 1 && pageLinks(drawn)}
</main>`,
  });
}

function categoryLinks({ channel, categories, category }: Drawn): Html[] {
  const t = translatorFor(channel.locale, channel.id);
  const link = (name: string | null, title: string) => {
    const isHere = (category?.name ?? null) === name;
    const here = isHere && html` aria-current="page"`;
    return html`<li><a href="${pathOfGallery({ channel: channel.id, category: name })}"${here}>${title}</a></li>\n`;
  };
  return [link(null, t('gallery.all')), ...categories.map(({ name, title }) => link(name, title))];
}

/** Address of the picture of an entry's first page, without its size. */
const coverOf = ({ entry, widget }: EntryContent): string => `${pathOfEntry(entry)}/${widget.first_place}`;

const previewOf = (shown: EntryContent, publicUrl: string, size: PictureSize) =>
  previewImageOf(
    { url: publicUrl + coverOf(shown), width: shown.widget.cover_width, height: shown.widget.cover_height },
    size,
  );

function drawCard(shown: EntryContent, at: number): Html {
  const { entry, widget } = shown;
  const cover = coverOf(shown);
  const [small, large] = COVER_SIZES;
  const isLazy = at > 3 && html` loading="lazy"`;
  const picture =
    widget.cover_id === null
      ? html`<span class="missing"></span>`
      : html`<img src="${pictureAt(cover, small)}" srcset="${pictureAt(cover, small)} ${small}w, ${pictureAt(cover, large)} ${large}w" sizes="(max-width: 600px) 100vw, 300px" width="${widget.cover_width}" height="${widget.cover_height}" alt=""${isLazy}>`;
  return html`<li><a href="${pathOfEntry(entry)}">${picture}<h2 dir="auto">${entry.title}</h2></a></li>\n`;
}

function pageLinks({ channel, category, page, pagesCount }: Drawn): Html {
  const t = translatorFor(channel.locale, channel.id);
  const place = { channel: channel.id, category: category?.name ?? null };
  const link = (to: number, rel: 'prev' | 'next', label: string) =>
    to >= 1 &&
    to <= pagesCount &&
    html`<a class="button" rel="${rel}" href="${pathOfGallery({ ...place, page: to })}">${label}</a>`;
  return html`<nav class="pages" aria-label="${t('gallery.pages')}">
${link(page - 1, 'prev', t('gallery.before'))}<span>${t('gallery.page', { page, pages: pagesCount })}</span>${link(page + 1, 'next', t('gallery.after'))}
</nav>`;
}

type DrawnEntry = {
  channel: Channel;
  publicUrl: string;
  shown: EntryContent;
  category: Category | null;
  viewer: Html;
  /** Whether the visitor's report has just been accepted. */
  isReported: boolean;
};

/** The page of an entry, to look at page by page. */
export function drawEntry({ channel, publicUrl, shown, category, viewer, isReported }: DrawnEntry): string {
  const { entry } = shown;
  const t = translatorFor(channel.locale, channel.id);
  const url = publicUrl + pathOfEntry(entry);
  const description =
    entry.text.replace(/\s+/g, ' ').slice(0, 200) || t('gallery.description', { brand: channel.name });
  const image = previewOf(shown, publicUrl, 1300);
  const back = category ?? { name: null, title: t('gallery.title') };
  return layout({
    channel,
    title: `${entry.title} · ${channel.name}`,
    isPublic: true,
    hasScript: true,
    canonicalUrl: url,
    preview: { title: entry.title, description, url, image },
    data: {
      '@context': 'https://schema.org',
      '@type': 'CreativeWork',
      name: entry.title,
      description,
      url,
      ...(image && { image: image.url }),
    },
    content: html`<main>
<p class="crumbs"><a href="${pathOfGallery({ channel: channel.id, category: back.name })}">${back.title}</a></p>
<h1 dir="auto">${entry.title}</h1>
${entry.text && html`<p class="intro" dir="auto">${entry.text}</p>`}
${viewer}
${isReported ? html`<p class="report" role="status">${t('report.done')}</p>` : reportForm(entry, channel)}
</main>`,
  });
}

function reportForm(entry: EntryContent['entry'], { locale, id }: Channel): Html {
  const t = translatorFor(locale, id);
  return html`<details class="report"><summary>${t('report.title')}</summary>
<form method="post" action="${pathOfEntry(entry)}/report">
<label for="kind">${t('report.kind')}</label>
<select id="kind" name="kind">${REPORT_KINDS.map((kind) => html`<option value="${kind}">${t(`report.${kind}`)}</option>`)}</select>
<label for="note">${t('report.note')}</label>
<textarea id="note" name="note" rows="3" maxlength="500"></textarea>
<button class="button" type="submit">${t('report.send')}</button>
</form></details>`;
}

/** The gallery of a channel, for a request that names none. */
export const galleryOf = ({ id }: Channel): string => `${GALLERY_PATH}/${id}`;
