import { lazy, Suspense, useEffect, useState } from 'react';

const GridShortcutsDialog = lazy(() => import('./grid-shortcuts-dialog.tsx'));

/** `?` lists the keys, from wherever on a page of photos it is pressed. */
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
        <GridShortcutsDialog isOpen={state === 'open'} onClose={() => setState('closed')} />
      )}
    </Suspense>
  );
}

/** Where the sign is written, or something lies over the photos. */
const isElsewhere = (target: EventTarget | null) =>
  document.documentElement.dataset.scrollLocked === 'true' ||
  (target instanceof Element && !!target.closest('[role="dialog"], [role="menu"], input, textarea, select'));
