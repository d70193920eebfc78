import { useEffect } from 'react';
import { rememberViewed } from '../view/last-viewed.ts';

/** The list shows and focuses the photo that was looked at last, once the customer is back. */
export function useRememberViewed(view: string, photoId: string | undefined): void {
  useEffect(() => {
    if (photoId) rememberViewed(view, photoId);
  }, [view, photoId]);
}
