import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/theme/styles.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { App } from './app/app.tsx';
import { boot } from './app/boot/boot.ts';

/** Browsers say this when a size changed twice in a frame; nothing is lost. */
const HARMLESS = /^ResizeObserver loop/;
window.addEventListener('error', ({ error, message }) => {
  if (!HARMLESS.test(message)) reportFailure('PAGE', error ?? message);
});
window.addEventListener('unhandledrejection', (event) => reportFailure('PAGE', event.reason));

void boot();

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
