// Mantine's styles for the first screens, in a layer so that ours win. A component that only later screens use
// imports its own beside it: `import '@mantine/core/styles/<Component>.layer.css'`.
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
// One variable file per script has every weight, and loads only where its letters are shown.
import '@fontsource-variable/inter/wght.css';
import './app/tokens.css';
import './app/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { pause } from '#/shared/api/retry.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { takePressesOnce } from '#/shared/ui/press-once.ts';
import { App, prepareFirstPage } from './app/app.tsx';
import { boot } from './app/boot.ts';
import { started } from './start.ts';

/** Browsers report this when a size changes twice in a frame; it is harmless. */
const HARMLESS = /^ResizeObserver loop/;
window.addEventListener('error', ({ error, message }) => {
  if (!HARMLESS.test(message)) reportFailure('PAGE', error ?? message);
});
window.addEventListener('unhandledrejection', (event) => reportFailure('PAGE', event.reason));
/**
 * Code that did not arrive is a page that failed and says so. The router would first reload the whole app, once for each
 * message that this key has not seen, which ends uploads, and while the server is away nothing comes instead.
 */
window.addEventListener('vite:preloadError', ({ payload }) =>
  sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1'),
);

takePressesOnce();

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
/** The page is drawn once, with what it shows first; what takes longer is waited for in its frame. In milliseconds. */
const LONGEST_WAIT_MS = 600;
let prepared = Promise.resolve();
const start = () =>
  boot({
    started,
    onReady(environment) {
      prepared = prepareFirstPage(environment, started?.asked);
    },
  });

async function draw(into: Element): Promise<void> {
  // A typeface that first comes with the page would move what is drawn without it.
  const typeface = document.fonts.load('1rem "Inter Variable"').catch(() => []);
  // The scripts have just been run, which took a while: what has come meanwhile is taken first.
  await pause(0);
  await start();
  const longest = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  // A page that cannot be prepared is drawn all the same, and says itself what it lacks.
  const ready = Promise.all([prepared, typeface]).catch((error) => reportFailure('PREPARE_PAGE', error));
  await Promise.race([ready, longest]);
  // It takes longer than a frame: in parts, what it asks for is sent and received in between.
  startTransition(() =>
    createRoot(into).render(
      <StrictMode>
        <App onRetry={() => void start()} />
      </StrictMode>,
    ),
  );
}
void draw(root);
