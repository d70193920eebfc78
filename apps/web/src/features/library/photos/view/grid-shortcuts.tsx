import { lazy, Suspense, useEffect, useState } from 'react';

const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

/** `?` lists the keys, wherever it is pressed on a page of photos. */
export function GridShortcuts() {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== '?' || event.defaultPrevented || isElsewhere(event.target)) return;
      event.preventDefault();
      setState('open');
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <Suspense fallback={null}>
      {state !== 'unused' && (
        <ShortcutsDialog of="grid" isOpen={state === 'open'} onClose={() => setState('closed')} />
      )}
    </Suspense>
  );
}

/** In a field the sign is text; in a dialog or menu it is not for the photos. */
const isElsewhere = (target: EventTarget | null) =>
  document.documentElement.dataset.scrollLocked === 'true' ||
  (target instanceof Element && !!target.closest('[role="dialog"], [role="menu"], input, textarea, select'));
