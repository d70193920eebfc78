import type { Photo, PhotoPage, PhotosLayout } from '@keepsake/contracts/library/photos';

/** A run of photos under one heading: a month of the timeline, or a whole album. */
export type SourceSection = {
  /** Unique within the source; 'year/month' for a month [TL-31]. */
  key: string;
  count: number;
  /** Small sections of one group are placed side by side; a month's group is its year. */
  group?: string | undefined;
  /** width / height of the first photos, 0 for unknown, if known before they are loaded. */
  firstRatios?: Float32Array | undefined;
  /** Changes when the section's photos do, even if the count stays the same. */
  version?: string;
};
export const NO_SECTIONS: readonly SourceSection[] = [];

export type PageRequest = {
  section: SourceSection;
  cursor: string | null;
  offset: number;
  signal: AbortSignal;
};

/** The origin of photos. Grid, loading, selection and preview work with any source: timeline, album, shared album. */
export type PhotoSource = {
  /** Identifies the photos and their order; when it changes, loaded data is discarded. */
  key: string;
  /** Identifies how the photos are put into sections; a selection made with another one is put into these first. */
  grouping: string;
  /** Name of its failures in error reports: `<action>_FAILED`. */
  action: string;
  /** Photos per page [PHO-10]. */
  pageSize: number;
  /** One page of a section, by the cursor of the previous page or by offset. */
  loadPage: (request: PageRequest) => Promise<PhotoPage>;
  /** Ids and ratios of all photos of a section. */
  loadLayout: (section: SourceSection, signal: AbortSignal) => Promise<PhotosLayout>;
};

/** Query parameters for the start of a page: after the previous page or, after a jump, at an offset. */
export function pageStart({ cursor, offset }: { cursor: string | null; offset: number }) {
  if (cursor) return { cursor };
  return offset > 0 ? { offset: String(offset) } : {};
}

/** Returns the photo as it is now, the same object if nothing about it changes. */
export type PhotoChange = (photo: Photo) => Photo;
