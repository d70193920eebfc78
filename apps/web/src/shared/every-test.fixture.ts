import { afterEach } from 'vitest';

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  const { closeAllDialogs } = await import('./ui/define-dialog.tsx');
  // Screens load their parts as customers' do: on a busy machine that takes longer than the usual second.
  configure({ asyncUtilTimeout: 15_000 });
  afterEach(() => {
    closeAllDialogs();
    // What is still to be written, as a selection is, is written now, and not into the next test.
    window.dispatchEvent(new Event('pagehide'));
  });
}
