import { numberFormat } from '@keepsake/contracts/platform/formats';
import { afterEach, beforeEach } from 'vitest';

if (typeof document !== 'undefined') {
  const { default: i18next } = await import('i18next');
  const { configure } = await import('@testing-library/react');
  const { closeAllDialogs } = await import('./ui/define-dialog.tsx');
  const { toastStore } = await import('./ui/toasts.tsx');
  // A customer would read a sentence with a hole, or 'NaN'.
  const missingValues: string[] = [];
  i18next.on('initialized', (options) => {
    options.missingInterpolationHandler = (text: string) => void missingValues.push(text);
    i18next.services.formatter?.add('number', (value, locale, { interpolationkey: name }) => {
      if (typeof value !== 'number') missingValues.push(`a number '${name}'`);
      return numberFormat(locale ?? 'en-GB').format(value);
    });
  });
  // Screens load their parts as they do for customers: on a busy machine that takes longer than the usual second.
  configure({ asyncUtilTimeout: 15_000 });
  // A session of an earlier test hides the page when it is signed out elsewhere, and nothing comes instead of the page.
  beforeEach(() => {
    document.body.hidden = false;
  });
  afterEach(() => {
    const missing = missingValues.splice(0);
    if (missing.length > 0) throw new Error(`A text was shown without a value: ${missing.join(', ')}`);
    closeAllDialogs();
    toastStore.setState({ toasts: [] });
    // Flushes pending writes, such as of a selection, so that they do not reach the next test.
    window.dispatchEvent(new Event('pagehide'));
  });
}
