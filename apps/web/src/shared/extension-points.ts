// What features offer and routes put together: features are islands that know no other feature.
import type { FeatureFlag, Photo, PublicChannel } from '@keepsake/contracts';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Photos that something is to be done with: a selection, or the photo of a preview. */
export type ChosenPhotos = {
  photoIds: readonly string[];
  /** Of photos of several customers, as in a shared album: whose each is. */
  ownerOf?: (photoId: string) => string;
  /** The album they are seen in, when it is one that is shared. */
  sharedAlbumId?: string;
  /** A photo as far as it is loaded. */
  photoOf?: (photoId: string) => Photo | undefined;
};

/** Something that can be done with photos. Features offer them, routes hand them to a view or a preview. */
export type PhotoAction = {
  key: 'orderPrints' | 'download' | 'share' | 'copyToAlbum' | 'removeFromAlbum' | 'delete';
  label: string;
  icon: ReactNode;
  /** Why it cannot be done with these, shown as its tooltip; null when it can. */
  disabledReason: (chosen: ChosenPhotos) => string | null;
  /** Asks once more in a bar of its own before it begins; meanwhile the selection may still change. */
  confirm?: {
    label: (amount: number) => string;
    /** Says so instead while photos are looked up and while the action is under way. */
    waiting: string;
    isPending: boolean;
  };
  /** Begins it, as a rule by opening a modal. `onDone` is called once it has succeeded, and not when it fails. */
  start: (chosen: ChosenPhotos, onDone: () => void) => void;
};

/** Something that came to an end, or is to be known, while the customer was busy elsewhere. */
export type Notification = {
  key: string;
  title: string;
  detail?: string;
  /** When it happened: a UTC instant, RFC 3339. */
  at: string;
  /** Address of the page where it is found again. */
  href: string;
  isFailure?: boolean;
};

/** A page in the side menu. */
export type MenuEntry = {
  key: string;
  /** Key of its text. */
  label: string;
  icon: ReactNode;
  /** Without it the entry always shows. */
  flag?: FeatureFlag;
  /** Current at its own address alone, not at those below it. */
  isExact?: boolean;
} & ({ to: LinkProps['to'] } | { href: (channel: PublicChannel) => string });
