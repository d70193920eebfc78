import type { Album } from '@keepsake/contracts';
import { create } from 'zustand';

/** What is asked about; the last one stays while its modal closes. */
type Asked = { photoIds: readonly string[]; onDone: () => void };
export type RemovalAsked = Asked & {
  album: Album;
  /** Offers deletion from the library instead, where it is permitted. */
  onDeletePhoto?: () => void;
};

type Opener = {
  copy: Asked | null;
  isCopyOpen: boolean;
  removal: RemovalAsked | null;
  isRemovalOpen: boolean;
};

export const useAlbumsOpener = create<Opener>(() => ({
  copy: null,
  isCopyOpen: false,
  removal: null,
  isRemovalOpen: false,
}));

/** Asks which album these photos are to be copied to. */
export function openCopyToAlbum(copy: Asked): void {
  useAlbumsOpener.setState({ copy, isCopyOpen: true });
}

export function closeCopyToAlbum(): void {
  useAlbumsOpener.setState({ isCopyOpen: false });
}

/** Asks whether these photos shall be taken out of an album. */
export function openRemoval(removal: RemovalAsked): void {
  useAlbumsOpener.setState({ removal, isRemovalOpen: true });
}

export function closeRemoval(): void {
  useAlbumsOpener.setState({ isRemovalOpen: false });
}
