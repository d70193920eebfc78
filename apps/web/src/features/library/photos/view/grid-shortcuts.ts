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
      if (event.key !== '?' || event.defaultPrevented || isKeyElsewhere(event.target)) return;
      event.preventDefault();
      shortcutsDialog.open({ of: 'grid' });
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Open dialogs lock scrolling. */
export const isBehindDialog = () => document.documentElement.dataset.scrollLocked === 'true';

/** Whether a key is not for the photos: in a field it is text, and dialogs and menus have keys of their own. */
export const isKeyElsewhere = (target: EventTarget | null) =>
  isBehindDialog() ||
  (target instanceof Element && !!target.closest('[role="dialog"], [role="menu"], input, textarea, select'));
