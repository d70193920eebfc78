import { create } from 'zustand';

/** An archive that this page asked for: once finished it is saved here, and on no other page. */
type AwaitedArchive = {
  downloadId: string;
  onDone: () => void;
  /** The toast that says it is being prepared. */
  toast: number;
};

export const useAwaitedArchives = create<{ archives: readonly AwaitedArchive[] }>(() => ({ archives: [] }));

/** Saves an archive once it is finished. */
export function awaitArchive(archive: AwaitedArchive): void {
  useAwaitedArchives.setState(({ archives }) => ({ archives: [...archives, archive] }));
}

/** Takes an archive off the list; null if this page does not wait for it. */
export function takeAwaited(downloadId: string): AwaitedArchive | null {
  const { archives } = useAwaitedArchives.getState();
  const found = archives.find((archive) => archive.downloadId === downloadId) ?? null;
  if (found) useAwaitedArchives.setState({ archives: archives.filter((archive) => archive !== found) });
  return found;
}
