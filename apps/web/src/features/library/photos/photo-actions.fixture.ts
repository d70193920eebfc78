import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { useAwaitedArchives } from '#/features/library/downloads/awaited-archives.ts';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { restorePhotos } from '#/features/library/state/pending-removals.ts';
import { fakePush } from '#/shared/push.fixture.ts';
import { closeAllDialogs } from '#/shared/ui/define-dialog.tsx';
import { toastStore } from '#/shared/ui/toasts.tsx';

export const PHOTOS = '/my-photos/photos';

export const tiles = () => screen.findAllByRole('link', { name: /^Photo taken/ });
export const boxes = () => screen.findAllByRole('checkbox', { name: /^Photo taken/ });

/** Starts selecting, and selects the photos at these positions. */
export async function select(...places: number[]): Promise<void> {
  await tiles();
  await userEvent.click(screen.getByRole('button', { name: 'Select' }));
  const all = await boxes();
  for (const place of places) await userEvent.click(all[place] as HTMLElement);
}

/** A pending answer, and the function that resolves it. */
export function waiting<T>() {
  let end: (answer: T) => void = () => undefined;
  const answer = new Promise<T>((resolve) => {
    end = resolve;
  });
  return { answer, end };
}

/** Closes whatever a test left open, and shows the photos hidden by its deletions. */
export function forgetActions(): void {
  closeAllDialogs();
  useAwaitedArchives.setState({ archives: [] });
  restorePhotos(
    'library',
    makePhotos(0, 200).map(({ imageId }) => imageId),
  );
}

export const toastTexts = () => toastStore.getState().toasts.map(({ message }) => message);

/** Files that the page has the browser download, by name. */
export function watchSaved(): { name: string; href: string }[] {
  const saved: { name: string; href: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, href: this.getAttribute('href') ?? '' });
  });
  return saved;
}

type ArchiveKey = 'archive-started' | 'archive-finished' | 'archive-error';

/** A push client with which a test sends messages about archives. */
export function archivePush() {
  const { say: _, ...push } = fakePush();
  const envelope = { id: '0190a5a5-0000-7000-8000-000000000001', timestamp: '2026-01-01T00:00:00Z' };
  return {
    ...push,
    say: (key: ArchiveKey, downloadId: string) =>
      act(async () =>
        push.send({ ...envelope, key, message: { userId: customerIdSchema.parse(envelope.id), downloadId } }),
      ),
  };
}
