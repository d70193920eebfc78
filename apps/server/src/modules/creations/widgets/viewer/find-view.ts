import type { ProductPage } from '@keepsake/contracts/creations/online-products';
import { type Opening, planOpenings } from '@keepsake/contracts/creations/openings';
import type { Queryable } from '../../../../platform/database/database.ts';
import { readPageFiles, readPictures } from '../../online-products/index.ts';
import type { WidgetRef } from '../deps.ts';
import { findWidget, type WidgetRow } from '../store.ts';

/** What a visitor sees of a product. Nothing in it identifies its owner. */
export type View = {
  widget: WidgetRow;
  /** Openings of the pages that are shown. */
  openings: Opening[];
  /** Total number of the product's pages. */
  pagesCount: number;
};

/** Whether a widget is visible: its customer's account is open, and none of its orders is blocked. */
export const isVisible = ({ is_open, block }: WidgetRow): boolean => is_open && block === null;

export const findOpenWidget = async (db: Queryable, ref: WidgetRef): Promise<WidgetRow | null> => {
  const row = await findWidget(db, ref);
  return row && isVisible(row) ? row : null;
};

/** A widget with its pages; null if it is not visible. The address of a page's picture is that of its place. */
export async function findView(
  db: Queryable,
  ref: WidgetRef,
  addressOf: (place: number) => string,
): Promise<View | null> {
  const widget = await findOpenWidget(db, ref);
  if (!widget) return null;
  const pictures = await readPictures(db, { customerId: ref.customerId, productIds: [widget.product_id] });
  const byPlace = new Map(pictures.map((picture) => [picture.place, picture]));
  const pages = widget.pages.map((page, at): ProductPage => {
    const picture = byPlace.get(at + 1);
    return {
      kind: page.kind,
      width: picture?.width ?? page.width,
      height: picture?.height ?? page.height,
      thumbhash: null,
      hasPicture: picture !== undefined,
      pictureUrl: picture ? addressOf(at + 1) : null,
    };
  });
  const shown = new Set(pages.filter((_, at) => isShown(widget, at + 1)));
  const openings = planOpenings({ kind: widget.kind, pages }, true).flatMap((opening): Opening[] => {
    const leaves = opening.leaves.filter(({ page }) => shown.has(page));
    const numbers =
      leaves.length === opening.leaves.length
        ? opening.numbers
        : opening.numbers.filter((_, at) => shown.has(opening.leaves[at]?.page as ProductPage));
    return leaves.length > 0 ? [{ ...opening, leaves, numbers }] : [];
  });
  const pagesCount = pages.reduce(
    (sum, { kind }) => sum + (kind === 'page' ? 1 : kind === 'spread' ? 2 : 0),
    0,
  );
  return { widget, openings, pagesCount };
}

/** A page that a widget shows. The file's id and key are null until its picture has arrived. */
export type ShownPage = { place: number; kind: string; id: string | null; objectKey: string | null };

/** A widget with the files of the pages that it shows, whether it is open or not; null if there is none. */
export async function readShownPages(
  db: Queryable,
  ref: WidgetRef,
): Promise<{ widget: WidgetRow; pages: ShownPage[] } | null> {
  const widget = await findWidget(db, ref);
  if (!widget) return null;
  const files = await readPageFiles(db, { customerId: ref.customerId, productId: widget.product_id });
  const byPlace = new Map(files.map((file) => [file.place, file]));
  const pages = widget.pages.flatMap(({ kind }, at): ShownPage[] => {
    const file = byPlace.get(at + 1);
    const { id = null, objectKey = null } = file ?? {};
    return isShown(widget, at + 1) ? [{ place: at + 1, kind, id, objectKey }] : [];
  });
  return { widget, pages };
}

/** Whether the page at a place is among those that a widget shows. */
export const isShown = (
  { first_place: first, last_place: last }: Pick<WidgetRow, 'first_place' | 'last_place'>,
  place: number,
): boolean => place >= first && (last === null || place <= last);
