import { idsOf } from '../../photos/decode-layout.ts';
import { UNINITIALIZED } from '../../photos/section-pages.ts';
import type { Place, Sections } from './section-walk.ts';

type Asked = { photoId: string; lastPlace: Place | undefined; sectionKey: string | undefined };

/**
 * Whether a photo that was in the list has left it. Pages alone do not tell: where photos came in before it, it may
 * stand on a page that is not fetched anew yet. Undefined while the layout of its section has to be asked.
 */
export function hasLeft(
  { sections, pages }: Sections,
  { photoId, lastPlace, sectionKey }: Asked,
): boolean | undefined {
  if (!lastPlace || sectionKey === undefined) return false;
  if (!sections.some(({ key }) => key === sectionKey)) return true;
  const { items, layout, layoutStatus } = pages[sectionKey] ?? UNINITIALIZED;
  if (items.some((photo) => photo?.imageId === photoId)) return false;
  if (layoutStatus === 'rejected') return false;
  if (layoutStatus !== 'fulfilled' || !layout) return undefined;
  return !idsOf(layout).includes(photoId);
}
