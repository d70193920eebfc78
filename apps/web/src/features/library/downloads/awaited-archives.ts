import type { Photo } from '@keepsake/contracts';
import { create } from 'zustand';
import type { ChosenPhotos } from '#/shared/extension-points.ts';

type One = { photo: Photo; onDone: () => void };
type Share = { chosen: ChosenPhotos; onDone: () => void };

/** The archive that this page asked for: it is saved here when finished, and nowhere else. */
export type Awaited = {
  downloadId: string;
  onDone: () => void;
  /** The toast that says it is being prepared. */
  toast: number;
};

type Opener = {
  one: One | null;
  isOneOpen: boolean;
  share: Share | null;
  isShareOpen: boolean;
  awaited: readonly Awaited[];
};

export const useDownloadsOpener = create<Opener>(() => ({
  one: null,
  isOneOpen: false,
  share: null,
  isShareOpen: false,
  awaited: [],
}));

/** Asks whether this photo is to be saved as a file. */
export function openOneDownload(one: One): void {
  useDownloadsOpener.setState({ one, isOneOpen: true });
}

export function closeOneDownload(): void {
  useDownloadsOpener.setState({ isOneOpen: false });
}

/** Gives photos to the device's share sheet. */
export function openShare(share: Share): void {
  useDownloadsOpener.setState({ share, isShareOpen: true });
}

export function closeShare(): void {
  useDownloadsOpener.setState({ isShareOpen: false });
}

/** Saves an archive once it is finished. */
export function awaitArchive(archive: Awaited): void {
  useDownloadsOpener.setState(({ awaited }) => ({ awaited: [...awaited, archive] }));
}

/** Takes an archive off the list; null when this page does not wait for it. */
export function takeAwaited(downloadId: string): Awaited | null {
  const { awaited } = useDownloadsOpener.getState();
  const found = awaited.find((each) => each.downloadId === downloadId) ?? null;
  if (found) useDownloadsOpener.setState({ awaited: awaited.filter((each) => each !== found) });
  return found;
}
