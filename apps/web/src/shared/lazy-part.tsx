import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { pause, retryDelay } from './api/retry.ts';
import { reportFailure } from './error-reports.ts';

/**
 * A part of a page whose code is loaded on first render, with a fallback in its place until then. A failed load is retried
 * until it succeeds, since React.lazy would remember the failure until the page is reloaded.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(() => loadUntilThere(load)) as unknown as ComponentType<Props>;
  return (props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
}

/** Loads a module, retrying with growing delays for as long as that fails. */
export async function loadUntilThere<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let failures = 0; ; failures++) {
    try {
      return await load();
    } catch (error) {
      reportFailure('LOAD_PART', error);
      await pause(retryDelay(failures));
    }
  }
}
