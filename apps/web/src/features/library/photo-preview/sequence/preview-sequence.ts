import type { Photo } from '@keepsake/contracts/library/photos';

/** A photo next to the current one: null at the end of the list, undefined until known. */
export type Neighbour = Photo | null | undefined;

/** A photo of the filmstrip, `steps` away from the current one; undefined until its page has loaded. */
export type Nearby = { key: string; steps: number; photo: Photo | undefined };

/** Where a photo can be selected: a view, and the section. */
export type SelectionScope = { view: string; section: string };

/**
 * A list of photos from the perspective of one of them: months, the library as one list, an album or a shared album. The
 * preview knows nothing else about the origin of its photos.
 */
export type PreviewSequence = {
  /** 'missing': the requested photo is not in the list. 'empty': the list has no photos. */
  status: 'loading' | 'shown' | 'missing' | 'empty' | 'failed';
  /** The requested photo, or its replacement once it is gone. */
  photo: Photo | undefined;
  /** The requested photo is permanently gone, not only hidden by a pending removal. */
  isGone: boolean;
  previous: Neighbour;
  next: Neighbour;
  /** Photos one step further, to be prefetched. */
  beyond: readonly Photo[];
  /** The current photo and those around it in list order; only the current one without a filmstrip. */
  nearby: readonly Nearby[];
  /** Undefined until it is known. */
  selectedIn: SelectionScope | undefined;
  position: { at: number; total: number } | undefined;
  error: unknown;
  retry: () => void;
};
