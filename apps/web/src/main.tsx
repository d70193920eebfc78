// Mantine's styles for the first screens, in a layer so that ours win. A component used only on later screens imports its own
// styles beside it: `import '@mantine/core/styles/<Component>.layer.css'`.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
// One variable font file per script contains every weight, and is only loaded where its letters occur.
import '@fontsource-variable/inter/wght.css';
import './app/tokens.css';
import './app/base.css';
import './app/print.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { pause } from '#/shared/api/retry.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { visitStorage } from '#/shared/surviving-storage.ts';
import { deduplicatePresses } from '#/shared/ui/press-once.ts';
import { App, prepareFirstPage } from './app/app.tsx';
import { boot } from './app/boot.ts';
import { started } from './start.ts';

/** Browsers report this when a size changes twice within a frame; it is harmless. */
const HARMLESS = /^ResizeObserver loop/;
window.addEventListener('error', ({ error, message }) => {
  if (!HARMLESS.test(message)) reportFailure('PAGE', error ?? message);
});
window.addEventListener('unhandledrejection', (event) => reportFailure('PAGE', event.reason));
/**
 * A chunk that fails to load is a failed page, which shows an error. The router would reload the whole app first, once per
 * message not stored under this key; that would end uploads, and lead nowhere while the server is down.
 */
window.addEventListener('vite:preloadError', ({ payload }) =>
  visitStorage.setItem(`tanstack_router_reload:${payload.message}`, '1'),
);

deduplicatePresses();

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
/** How long the first draw waits for the page's data, in milliseconds; slower pages are drawn with placeholders. */
const LONGEST_WAIT_MS = 600;
let prepared = Promise.resolve();
const start = () =>
  boot({
    started,
    onReady(environment) {
      prepared = prepareFirstPage(environment, started?.requested);
    },
  });

async function draw(into: Element): Promise<void> {
  // Text drawn before the typeface arrives would shift.
  const typeface = document.fonts.load('1rem "Inter Variable"').catch(() => []);
  // Running the scripts took a while: lets responses that have arrived meanwhile be processed first.
  await pause(0);
  await start();
  const longest = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  // A page that cannot be prepared is drawn nevertheless and shows its own errors.
  const ready = Promise.all([prepared, typeface]).catch((error) => reportFailure('PREPARE_PAGE', error));
  await Promise.race([ready, longest]);
  // Rendering takes longer than a frame; as a transition it is split, so that requests and responses can proceed in between.
  startTransition(() =>
    createRoot(into).render(
      <StrictMode>
        <App onRetry={() => void start()} />
      </StrictMode>,
    ),
  );
}
void draw(root);
