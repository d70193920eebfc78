import { afterEach } from 'vitest';

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  const { closeAllDialogs } = await import('./ui/define-dialog.tsx');
  // Screens load their parts as they do for customers: on a busy machine that takes longer than the usual second.
  configure({ asyncUtilTimeout: 15_000 });
  afterEach(() => {
    closeAllDialogs();
    // Flushes pending writes, such as of a selection, so that they do not reach the next test.
    window.dispatchEvent(new Event('pagehide'));
  });
}
