import type { Photo } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type ReactNode, useEffect, useEffectEvent } from 'react';

/** The photos an action applies to: a selection, or the photo in a preview. */
export type ChosenPhotos = {
  photoIds: readonly string[];
  /** Owner of each photo, only in a shared album, whose photos may have several owners. */
  ownerOf?: (photoId: string) => CustomerId;
  /** The shared album they are in, if any. */
  sharedAlbumId?: string;
  /** Returns a photo if it is loaded. */
  photoOf?: (photoId: string) => Photo | undefined;
};

/** Something that can be done with photos. Features offer actions, routes pass them to a view or a preview. */
export type PhotoAction = {
  key:
    | 'orderPrints'
    | 'favourite'
    | 'turn'
    | 'download'
    | 'share'
    | 'copyToAlbum'
    | 'changeDate'
    | 'useAsCover'
    | 'sameMoment'
    | 'move'
    | 'removeFromAlbum'
    | 'delete'
    | 'restore'
    | 'deleteForGood';
  label: string;
  icon: ReactNode;
  /** Tooltip saying why the action is disabled for these photos; null when it is enabled. */
  disabledReason: (chosen: ChosenPhotos) => string | null;
  /** For an action that a second press takes back: whether these photos have it. */
  isPressed?: (chosen: ChosenPhotos) => boolean;
  /** What the press that takes it back is called, where its name is written. */
  takeBackLabel?: string;
  /** Whether it is rarely started: the bar of a selection has it in a menu. */
  isRare?: true;
  /** Whether it is often started several times in a row: the menu of the preview stays open. */
  isRepeated?: true;
  /** Has the action confirmed in a bar of its own before it starts; the selection may still change meanwhile. */
  confirm?: {
    label: (amount: number) => string;
    /** Replaces the label while photos are being looked up and while the action runs. */
    waiting: string;
    isPending: boolean;
  };
  /** Draws a bar of its own in place of the one with all actions, until it is left; then `start` is not called. */
  drawBar?: (chosen: ChosenPhotos, onBack: () => void) => ReactNode;
  /** Has the code of its dialog loaded soon, so that it starts without a connection too. */
  prepare?: () => void;
  /** Starts it, usually by opening a dialog. `onDone` is called only once it has succeeded. */
  start: (chosen: ChosenPhotos, onDone: () => void) => void;
};

/** Prepares actions that are being offered. */
export function usePreparedActions(actions: readonly PhotoAction[]): void {
  const prepare = useEffectEvent(() => {
    for (const action of actions) action.prepare?.();
  });
  useEffect(() => prepare(), []);
}
