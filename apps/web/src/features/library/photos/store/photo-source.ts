import type { PhotoPage, PhotosLayout } from '@keepsake/contracts';

/** A run of photos under one heading: a month of the timeline, or the whole of an album. */
export type SourceSection = {
  /** Unique within the source; of a month 'year/month' [TL-31]. */
  key: string;
  count: number;
  /** Another one says that other photos are in it, though it may count as many. */
  version?: string;
};

export type PageRequest = {
  section: SourceSection;
  cursor: string | null;
  offset: number;
  signal: AbortSignal;
};

/**
 * Where the photos of a grid come from. Timeline, album and shared album differ in nothing else:
 * the grid, its loading, selection and preview work on any source.
 */
export type PhotoSource = {
  /** Names the photos and their order: a change of it means that nothing loaded before is of use. */
  key: string;
  /** Names a failure of it in reports, as in `<action>_FAILED`. */
  action: string;
  /** Photos of a page [PHO-10]. */
  pageSize: number;
  /** One page of a section, by the cursor of the page before it or by its place. */
  loadPage: (request: PageRequest) => Promise<PhotoPage>;
  /** Ids and ratios of all photos of a section. */
  loadLayout: (section: SourceSection, signal: AbortSignal) => Promise<PhotosLayout>;
};

/** Where a page begins, as a query has it: after the page before it, or at a place after a jump. */
export function placeQuery({ cursor, offset }: { cursor: string | null; offset: number }) {
  if (cursor) return { cursor };
  return offset > 0 ? { offset: String(offset) } : {};
}
