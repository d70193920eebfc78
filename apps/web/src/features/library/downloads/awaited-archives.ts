import { create } from 'zustand';

/** An archive requested by this page, which downloads it once finished; other pages do not. */
type AwaitedArchive = {
  downloadId: string;
  onDone: () => void;
  /** The toast saying that it is being prepared. */
  toast: number;
};

export const useAwaitedArchives = create<{ archives: readonly AwaitedArchive[] }>(() => ({ archives: [] }));

/** Registers an archive to be downloaded once it is finished. */
export function awaitArchive(archive: AwaitedArchive): void {
  useAwaitedArchives.setState(({ archives }) => ({ archives: [...archives, archive] }));
}

/** Removes and returns an awaited archive; null if this page is not waiting for it. */
export function takeAwaited(downloadId: string): AwaitedArchive | null {
  const { archives } = useAwaitedArchives.getState();
  const found = archives.find((archive) => archive.downloadId === downloadId) ?? null;
  if (found) useAwaitedArchives.setState({ archives: archives.filter((archive) => archive !== found) });
  return found;
}
