// Types of what features offer and routes combine, since features must not import one another.
import type { FeatureFlag, PublicChannel } from '@keepsake/contracts/frame/configuration';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { QueryTag } from './api/query-tags.ts';

/** The photos an action applies to: a selection, or the photo in a preview. */
export type ChosenPhotos = {
  photoIds: readonly string[];
  /** Owner of each photo, only in a shared album, whose photos may have several owners. */
  ownerOf?: (photoId: string) => string;
  /** The shared album they are in, if any. */
  sharedAlbumId?: string;
  /** Returns a photo if it is loaded. */
  photoOf?: (photoId: string) => Photo | undefined;
};

/** Something that can be done with photos. Features offer actions, routes pass them to a view or a preview. */
export type PhotoAction = {
  key: 'orderPrints' | 'download' | 'share' | 'copyToAlbum' | 'removeFromAlbum' | 'delete';
  label: string;
  icon: ReactNode;
  /** Tooltip saying why the action is disabled for these photos; null when it is enabled. */
  disabledReason: (chosen: ChosenPhotos) => string | null;
  /** Has the action confirmed in a bar of its own before it starts; the selection may still change meanwhile. */
  confirm?: {
    label: (amount: number) => string;
    /** Replaces the label while photos are being looked up and while the action runs. */
    waiting: string;
    isPending: boolean;
  };
  /** Starts it, usually by opening a dialog. `onDone` is called only once it has succeeded. */
  start: (chosen: ChosenPhotos, onDone: () => void) => void;
};

/** An event that finished, or that the customer should know about, while they were elsewhere. */
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
  /** Text key. */
  label: string;
  icon: ReactNode;
  /** The feature flag it requires, if any. */
  flag?: FeatureFlag;
  /** Who sees it; everybody by default [SHL-05, SHL-06, SHL-08, SHL-11]. */
  audience?: 'business' | 'consumers';
  /** Marked as current only at its own address, not at addresses below it. */
  isExact?: boolean;
} & ({ to: LinkProps['to'] } | { href: (channel: PublicChannel) => string });

type SettingsFacts = {
  key: string;
  /** Text key. */
  title: string;
  /** Text keys of its action: a short one, and a full one for screen readers, which may read it out of context. */
  action: string;
  actionInFull: string;
  to: LinkProps['to'];
};
type SettingsValue<Data, Key extends readonly [QueryTag, ...unknown[]]> = {
  /** The query its current value is read from. */
  query: UseQueryOptions<Data, Error, Data, Key>;
  Value: ComponentType<{ data: Data }>;
};

/** A group on the settings page: its current value, and the page where it is changed. */
export type SettingsGroup = SettingsFacts & SettingsValue<unknown, readonly [QueryTag, ...unknown[]]>;

/** Declares a group; routes list the groups. */
export function settingsGroup<Data, Key extends readonly [QueryTag, ...unknown[]]>(
  group: SettingsFacts & SettingsValue<Data, Key>,
): SettingsGroup {
  // Safe, because a Value only ever receives the data of its own query.
  return group as unknown as SettingsGroup;
}
