import type { Photo } from '@keepsake/contracts';
import type { SelectionScope } from '../preview-bar.tsx';

/** A photo beside the shown one: null at the end of the list, undefined while it is not known yet. */
export type Neighbour = Photo | null | undefined;

/**
 * The photos of a list, seen from one of them. Months of the library, the library as one list, an album and a shared
 * album are sequences; the preview knows nothing else of where its photos come from.
 */
export type PreviewSequence = {
  /** 'missing': the photo asked for is not in the list. 'empty': the list has no photo at all. */
  status: 'loading' | 'shown' | 'missing' | 'empty' | 'failed';
  /** The photo asked for, or the one in its place once it is gone. */
  photo: Photo | undefined;
  /** The photo asked for is not in the list any more, as one is that is only hidden: it will not come back. */
  hasLeft: boolean;
  previous: Neighbour;
  next: Neighbour;
  /** Photos a step further on, to be made ready. */
  beyond: readonly Photo[];
  /** Where the photo is selected, as far as that is known. */
  selectedIn: SelectionScope | undefined;
  position: { at: number; total: number } | undefined;
  error: unknown;
  retry: () => void;
};
