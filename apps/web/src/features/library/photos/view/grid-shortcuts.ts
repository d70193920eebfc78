import { useEffect } from 'react';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';

/** Lists the keys. */
export const shortcutsDialog = defineDialog<{ of: 'grid' | 'preview' }>(
  'shortcuts',
  () => import('./shortcuts-dialog.tsx'),
);

/** `?` lists the keys, wherever it is pressed on a page of photos. */
export function useGridShortcuts(): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== '?' || event.defaultPrevented || isElsewhere(event.target)) return;
      event.preventDefault();
      shortcutsDialog.open({ of: 'grid' });
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** In a field the sign is text; in a dialog or menu it is not for the photos. */
const isElsewhere = (target: EventTarget | null) =>
  document.documentElement.dataset.scrollLocked === 'true' ||
  (target instanceof Element && !!target.closest('[role="dialog"], [role="menu"], input, textarea, select'));
