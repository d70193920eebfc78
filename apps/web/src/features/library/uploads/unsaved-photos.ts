import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession, useSessionState } from '#/shared/session.ts';
import { visitStorage } from '#/shared/surviving-storage.ts';
import { countUnsavedPhotos, forgetUnfinishedUploads, type UnsavedPhotos } from './unfinished-uploads.ts';

const NONE: UnsavedPhotos = { photos: 0, named: 0, stored: 0 };

/** What this customer has not saved; undefined while it is counted. Nothing for nobody. */
export function useUnsavedPhotos(subject: string | null): UnsavedPhotos | undefined {
  const [counted, setCounted] = useState<{ subject: string; unsaved: UnsavedPhotos }>();
  useEffect(() => {
    let isCurrent = subject !== null;
    if (subject !== null) {
      void countUnsavedPhotos(subject).then((unsaved) => isCurrent && setCounted({ subject, unsaved }));
    }
    return () => {
      isCurrent = false;
    };
  }, [subject]);
  if (subject === null) return NONE;
  return counted?.subject === subject ? counted.unsaved : undefined;
}

/** Says what becomes of unsaved photos on this device. */
export function useStoredText({ photos, named, stored }: UnsavedPhotos): string {
  const { t } = useTranslation();
  if (photos > 0 && stored >= photos) return t('import.signOut.kept', { count: photos });
  if (stored > 0) return t('import.signOut.partlyKept', { count: stored });
  return t(named > 0 ? 'import.signOut.named' : 'import.signOut.gone', { count: photos });
}

/** How many photos the customer had removed from the device when signing out. */
const REMOVED = 'keepsake.removed-uploads';

/** Noted before every sign-out, for what happens and is said afterwards. */
export const noteRemoved = (count: number): unknown => visitStorage.setItem(REMOVED, String(count));
const removed = () => Number(visitStorage.getItem(REMOVED));

/** What the signed-out page says about the photos of the customer who was signed out; undefined while it is looked up. */
export function useFarewell(): string | undefined {
  const { t } = useTranslation();
  const session = useSession();
  const isOut = useSessionState().status === 'signed-out';
  const subject = isOut ? session.signedOutCustomer() : null;
  const unsaved = useUnsavedPhotos(subject);
  const storedText = useStoredText(unsaved ?? NONE);
  const count = subject === null ? 0 : removed();
  useEffect(() => {
    // Again, because other pages may have stored something until they were signed out, too.
    if (subject !== null && count > 0) void forgetUnfinishedUploads(subject);
  }, [subject, count]);
  if (!isOut || !unsaved) return undefined;
  if (count > 0) return t('import.signOut.removed', { count });
  if (unsaved.photos > 0) return `${t('import.signOut.left', { count: unsaved.photos })} ${storedText}`;
  return t('session.signedOut');
}
