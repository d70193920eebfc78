// What features offer and routes put together: features are islands that know no other feature.
import type { FeatureFlag, Photo, PublicChannel } from '@keepsake/contracts';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { QueryTag } from './api/query-tags.ts';

/** Photos that an action is for: a selection, or the photo of a preview. */
export type ChosenPhotos = {
  photoIds: readonly string[];
  /** The owner of each photo, in a shared album with photos of several customers. */
  ownerOf?: (photoId: string) => string;
  /** The shared album they are in, if any. */
  sharedAlbumId?: string;
  /** A photo, if it is loaded. */
  photoOf?: (photoId: string) => Photo | undefined;
};

/** Something that can be done with photos. Features offer actions, routes pass them to a view or a preview. */
export type PhotoAction = {
  key: 'orderPrints' | 'download' | 'share' | 'copyToAlbum' | 'removeFromAlbum' | 'delete';
  label: string;
  icon: ReactNode;
  /** Why it cannot be done with these photos, as a tooltip; null when it can. */
  disabledReason: (chosen: ChosenPhotos) => string | null;
  /** Asks for confirmation in its own bar before it starts; the selection may still change meanwhile. */
  confirm?: {
    label: (amount: number) => string;
    /** Replaces the label while photos are looked up and while the action runs. */
    waiting: string;
    isPending: boolean;
  };
  /** Starts it, usually by opening a dialog. `onDone` is called only once it has succeeded. */
  start: (chosen: ChosenPhotos, onDone: () => void) => void;
};

/** Something that finished, or that the customer should know, while they were busy elsewhere. */
export type Notification = {
  key: string;
  title: string;
  detail?: string;
  /** When it happened: a UTC instant, RFC 3339. */
  at: string;
  /** Address of its page. */
  href: string;
  isFailure?: boolean;
};

/** A page in the side menu. */
export type MenuEntry = {
  key: string;
  /** Key of its text. */
  label: string;
  icon: ReactNode;
  /** The flag it needs, if any. */
  flag?: FeatureFlag;
  /** Whom it is shown to; everybody without it [SHL-05, SHL-06, SHL-08, SHL-11]. */
  audience?: 'business' | 'consumers';
  /** Current only at its own address, not at those below it. */
  isExact?: boolean;
} & ({ to: LinkProps['to'] } | { href: (channel: PublicChannel) => string });

type SettingsFacts = {
  key: string;
  /** Key of its text. */
  title: string;
  /** Key of the text of its one action, and of the same in full for who hears it out of its place. */
  action: string;
  actionInFull: string;
  to: LinkProps['to'];
};
type SettingsValue<Data, Key extends readonly [QueryTag, ...unknown[]]> = {
  /** What its present value is read from. */
  query: UseQueryOptions<Data, Error, Data, Key>;
  Value: ComponentType<{ data: Data }>;
};

/** A group of the settings: what stands there now, and the page where it is changed. */
export type SettingsGroup = SettingsFacts & SettingsValue<unknown, readonly [QueryTag, ...unknown[]]>;

/** Declares a group; routes list them. */
export function settingsGroup<Data, Key extends readonly [QueryTag, ...unknown[]]>(
  group: SettingsFacts & SettingsValue<Data, Key>,
): SettingsGroup {
  // A value is only ever given what its own query has read.
  return group as unknown as SettingsGroup;
}
