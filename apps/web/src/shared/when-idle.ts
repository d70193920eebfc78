/** A page that is never at rest is not waited for longer than this, in milliseconds. */
const LONGEST_WAIT_MS = 2_000;
/** As long where a browser cannot tell. */
const USUAL_WAIT_MS = 300;

/** Does something when the page that is being drawn has been, so that it takes nothing from that. */
export function whenIdle<Result>(run: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve) => {
    const start = () => resolve(run());
    if ('requestIdleCallback' in window) window.requestIdleCallback(start, { timeout: LONGEST_WAIT_MS });
    else setTimeout(start, USUAL_WAIT_MS);
  });
}
