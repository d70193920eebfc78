import { useEffect } from 'react';
import { listenTo } from '#/shared/signal.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { isKeyElsewhere } from '#/shared/ui/keys-elsewhere.ts';

/** Lists the keyboard shortcuts. */
export const shortcutsDialog = defineDialog<{ of: 'grid' | 'preview' }>(
  'shortcuts',
  () => import('./shortcuts-dialog.tsx'),
);

/** `?` lists the keyboard shortcuts, wherever it is pressed on a page of photos. */
export function useGridShortcuts(): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== '?' || event.defaultPrevented || isKeyElsewhere(event.target)) return;
      event.preventDefault();
      shortcutsDialog.open({ of: 'grid' });
    }
    return listenTo(document, 'keydown', onKeyDown);
  }, []);
}
