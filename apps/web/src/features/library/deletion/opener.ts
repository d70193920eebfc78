import { create } from 'zustand';

type Asked = { photoIds: readonly string[]; onDone: () => void };

type Opener = {
  /** What is asked about; the last one stays while its modal closes. */
  photos: Asked | null;
  isPhotosOpen: boolean;
  isAllOpen: boolean;
};

export const useDeleteOpener = create<Opener>(() => ({
  photos: null,
  isPhotosOpen: false,
  isAllOpen: false,
}));

/** Asks whether these photos shall be deleted; `onDone` is called once they are. */
export function openDeletePhotos(photoIds: readonly string[], onDone: () => void): void {
  useDeleteOpener.setState({ photos: { photoIds, onDone }, isPhotosOpen: true });
}

/** Asks whether the whole library shall be deleted. */
export function openDeleteAll(): void {
  useDeleteOpener.setState({ isAllOpen: true });
}

export function closeDeletePhotos(): void {
  useDeleteOpener.setState({ isPhotosOpen: false });
}

export function closeDeleteAll(): void {
  useDeleteOpener.setState({ isAllOpen: false });
}
