/**
 * Leaves this page for an address outside the app. Resolves if the customer stays when the browser asks, or if the browser restores the page
 * from its back/forward cache. A page that only leads on `isReplaced`, so that going back does not lead to it.
 */
export function leaveFor(url: string, { isReplaced = false } = {}): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true });
    // A listener asked for the question; timers run on once it is answered.
    const onRequested = (event: Event) => void setTimeout(() => event.defaultPrevented && resolve());
    window.addEventListener('beforeunload', onRequested, { once: true });
    if (isReplaced) window.location.replace(url);
    else window.location.assign(url);
  });
}

/**
 * Replaces this page without the browser's question about unfinished uploads: the customer has answered it, or nobody is looking.
 * Resolves only if the browser restores the page from its back/forward cache.
 */
export function leaveUnasked(url: string): Promise<void> {
  return new Promise((resolve) => {
    const leave = new AbortController();
    const { signal } = leave;
    const back = () => {
      leave.abort();
      resolve();
    };
    window.addEventListener('pageshow', back, { signal });
    window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), {
      capture: true,
      signal,
    });
    window.location.replace(url);
  });
}
