/** Maximum wait for a page that never becomes idle, in milliseconds. */
const LONGEST_WAIT_MS = 2_000;
/** Wait in browsers without requestIdleCallback, in milliseconds. */
const USUAL_WAIT_MS = 300;

/** Runs something after the current page has been drawn, so as not to slow that down. */
export function whenIdle<Result>(run: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve) => {
    const start = () => resolve(run());
    if ('requestIdleCallback' in window) window.requestIdleCallback(start, { timeout: LONGEST_WAIT_MS });
    else setTimeout(start, USUAL_WAIT_MS);
  });
}
