import type { PhotoPage, PhotosLayout } from '@keepsake/contracts';

/** A run of photos under one heading: a month of the timeline, or the whole of an album. */
export type SourceSection = {
  /** Unique within the source; of a month 'year/month' [TL-31]. */
  key: string;
  count: number;
  /** Small sections of one group stand beside one another; of a month its year. */
  group?: string | undefined;
  /** width / height of the first photos, 0 for unknown, where that is known before they are loaded. */
  firstRatios?: Float32Array | undefined;
  /** Changes when other photos are in the section, even when the count stays the same. */
  version?: string;
};

export type PageRequest = {
  section: SourceSection;
  cursor: string | null;
  offset: number;
  signal: AbortSignal;
};

/** Where photos come from. Grid, loading, selection and preview work with any source: timeline, album, shared album. */
export type PhotoSource = {
  /** Names the photos and their order; when it changes, what was loaded is discarded. */
  key: string;
  /** Names its failures in error reports: `<action>_FAILED`. */
  action: string;
  /** Photos per page [PHO-10]. */
  pageSize: number;
  /** One page of a section, by the cursor of the page before it or by offset. */
  loadPage: (request: PageRequest) => Promise<PhotoPage>;
  /** Ids and ratios of all photos of a section. */
  loadLayout: (section: SourceSection, signal: AbortSignal) => Promise<PhotosLayout>;
};

/** Query parameters for the start of a page: after the page before it or, after a jump, at an offset. */
export function pageStart({ cursor, offset }: { cursor: string | null; offset: number }) {
  if (cursor) return { cursor };
  return offset > 0 ? { offset: String(offset) } : {};
}
