import { afterEach, beforeEach } from 'vitest';

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  const { closeAllDialogs } = await import('./ui/define-dialog.tsx');
  const { toastStore } = await import('./ui/toasts.tsx');
  // Screens load their parts as they do for customers: on a busy machine that takes longer than the usual second.
  configure({ asyncUtilTimeout: 15_000 });
  // A session of an earlier test hides the page when it is signed out elsewhere, and nothing comes instead of the page.
  beforeEach(() => {
    document.body.hidden = false;
  });
  afterEach(() => {
    closeAllDialogs();
    toastStore.setState({ toasts: [] });
    // Flushes pending writes, such as of a selection, so that they do not reach the next test.
    window.dispatchEvent(new Event('pagehide'));
  });
}
