import type { Photo } from '@keepsake/contracts';

/** A photo beside the shown one: null at the end of the list, undefined until it is known. */
export type Neighbour = Photo | null | undefined;

/** A photo of the filmstrip, so many steps from the shown one; undefined until its page has loaded. */
export type Nearby = { key: string; steps: number; photo: Photo | undefined };

/** Where a photo is selected: in a view, an order of its photos, and one of their sections. */
export type SelectionScope = { view: string; sourceKey: string; section: string };

/**
 * A list of photos as seen from one of them: months, the library as one list, an album or a shared album. The preview
 * knows nothing else about where its photos come from.
 */
export type PreviewSequence = {
  /** 'missing': the requested photo is not in the list. 'empty': the list has no photos. */
  status: 'loading' | 'shown' | 'missing' | 'empty' | 'failed';
  /** The requested photo, or the one that replaces it once it is gone. */
  photo: Photo | undefined;
  /** The requested photo is gone for good, not only hidden by a pending removal. */
  hasLeft: boolean;
  previous: Neighbour;
  next: Neighbour;
  /** Photos one step further, to be fetched ahead. */
  beyond: readonly Photo[];
  /** The shown photo and those around it in the order of the list; the shown one alone without a filmstrip. */
  nearby: readonly Nearby[];
  /** Undefined until it is known. */
  selectedIn: SelectionScope | undefined;
  position: { at: number; total: number } | undefined;
  error: unknown;
  retry: () => void;
};
