import { findOpening, type Leaf, type Opening } from '@keepsake/contracts/creations/openings';
import { LARGE_SIZE, PAGE_PICTURE_SIZES, pictureAt } from '@keepsake/contracts/platform/limits';
import { type Html, html } from '../../../../platform/markup.ts';
import type { Channel } from '../../../frame/channels/index.ts';
import { translatorFor } from '../texts.ts';
import type { View } from './find-view.ts';

export const isSize = (text: string): boolean => PAGE_PICTURE_SIZES.some((size) => String(size) === text);

type Drawn = {
  channel: Channel;
  view: View;
  /** The opening named by the address. */
  page: string | undefined;
  /** The address of the page that shows an opening. */
  addressOf(opening: string): string;
};

/** One opening of a product with links to the next and the previous one: plain links, which the script follows in place. */
export function drawViewer({ channel, view, page, addressOf }: Drawn): Html {
  const t = translatorFor(channel.locale, channel.id);
  const { openings, pagesCount } = view;
  const at = findOpening(openings, page);
  const opening = openings[at];
  if (!opening) return html`<p class="none">${t('viewer.none')}</p>`;
  const [before, after] = [openings[at - 1], openings[at + 1]];
  return html`<section id="view" class="view" aria-label="${t('viewer.pages')}">
<div class="opening${opening.leaves.length > 1 && ' pair'}">
${opening.leaves.map((leaf, nth) => drawLeaf(leaf, { name: nameOfLeaf(opening, nth), beside: opening.leaves.length, t }))}
</div>
<p class="place" role="status">${nameOf(opening)}</p>
${(before || after) && html`<nav aria-label="${t('viewer.turn')}">\n${turn(before, 'prev', t('viewer.before'))}\n${turn(after, 'next', t('viewer.after'))}\n</nav>\n`}</section>`;

  function turn(to: Opening | undefined, rel: 'prev' | 'next', label: string): Html {
    const arrow = html`<span aria-hidden="true">${rel === 'prev' ? '←' : '→'}</span>`;
    const words = rel === 'prev' ? html`${arrow} ${label}` : html`${label} ${arrow}`;
    return to
      ? html`<a class="button" rel="${rel}" href="${addressOf(to.name)}">${words}</a>`
      : html`<span class="button off" aria-hidden="true">${words}</span>`;
  }
  function nameOf({ numbers: [first, second], leaves: [leaf] }: Opening): string {
    if (first === undefined) return coverName(leaf);
    if (second === undefined) return t('viewer.page', { page: first, total: pagesCount });
    return t('viewer.spread', { first, second, total: pagesCount });
  }
  function nameOfLeaf({ numbers, leaves }: Opening, nth: number): string {
    const own = leaves.length > 1 ? numbers.slice(nth, nth + 1) : numbers;
    return nameOf({ numbers: own, leaves: leaves.slice(nth, nth + 1), name: '', ratio: 1 });
  }
  function coverName(leaf: Leaf | undefined): string {
    return t(leaf?.page.kind === 'back-cover' ? 'viewer.backCover' : 'viewer.frontCover');
  }
}

type Side = { name: string; beside: number; t: ReturnType<typeof translatorFor> };

function drawLeaf({ page: { width, height, pictureUrl } }: Leaf, { name, beside, t }: Side): Html {
  if (pictureUrl === null) return html`<p class="missing">${name}: ${t('viewer.missing')}</p>\n`;
  const widthOf = (size: number) => Math.round(size * Math.min(1, width / height));
  const srcset = PAGE_PICTURE_SIZES.map((size) => `${pictureAt(pictureUrl, size)} ${widthOf(size)}w`).join(
    ', ',
  );
  const sizes = beside > 1 ? '(max-width: 600px) 100vw, 50vw' : '(max-width: 1100px) 100vw, 1100px';
  return html`<a class="leaf" href="${pictureAt(pictureUrl, LARGE_SIZE)}" data-zoom="${t('viewer.zoom')}"><img src="${pictureAt(pictureUrl, 1300)}" srcset="${srcset}" sizes="${sizes}" width="${width}" height="${height}" alt="${name}"></a>\n`;
}
