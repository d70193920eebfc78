import { createFailureReporter } from './failure-reporter.ts';

let report: (action: string, error: unknown) => void = () => {};

/** Sends failures to the configured address from now on; null is nowhere. */
export function connectFailureReporting(url: string | null): void {
  report = createFailureReporter({
    url,
    page: () => window.location.pathname,
    now: () => Date.now(),
    post: (failure) => {
      // A report that gets lost must not become a failure of its own.
      fetch(url ?? '', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(failure),
        keepalive: true,
      }).catch(() => {});
    },
  });
}

/** Reports `<action>_FAILED` to the error-reporting service [ERR-02]. */
export function reportFailure(action: string, error: unknown): void {
  report(action, error);
}
