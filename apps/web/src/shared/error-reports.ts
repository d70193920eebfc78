import type { ErrorReport } from '@keepsake/contracts/frame/error-reports';
import { MINUTE_MS } from '@keepsake/contracts/platform/limits';
import { ApiProblem } from './api/api-problem.ts';

let report: (action: string, error: unknown) => void = () => {};

/** Sends failures to the configured address from now on; null disables reporting. */
export function connectErrorReports(url: string | null): void {
  report = createErrorReporter({
    url,
    page: () => window.location.pathname,
    now: () => Date.now(),
    post: (failure) => {
      // A lost report must not cause a failure of its own.
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

/** A failure is reported at most once within this time, in milliseconds. */
const SAME_FAILURE_MS = MINUTE_MS;
/** Keeps a page in a failure loop from flooding the service. */
const MAX_PER_MINUTE = 10;

type Reporter = {
  url: string | null;
  page: () => string;
  now: () => number;
  post: (report: ErrorReport) => void;
};

/** Creates the function that reports `<action>_FAILED`, without repeats and rate-limited [ERR-02]. */
export function createErrorReporter({ url, page, now, post }: Reporter) {
  const reported = new Map<string, number>();
  return (action: string, error: unknown): void => {
    if (url === null) return;
    for (const [key, at] of reported) if (now() - at >= SAME_FAILURE_MS) reported.delete(key);
    const report = describeFailure(action, error, page());
    const key = `${report.action} ${report.message} ${report.page}`;
    if (reported.has(key) || reported.size >= MAX_PER_MINUTE) return;
    reported.set(key, now());
    post(report);
  };
}

function describeFailure(action: string, error: unknown, page: string): ErrorReport {
  const failure = error instanceof Error ? error : new Error(String(error));
  const details =
    failure instanceof ApiProblem
      ? { correlationId: failure.correlationId, status: failure.status }
      : { stack: scrub(failure.stack ?? '').slice(0, 20_000) };
  return {
    action: `${action.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_FAILED`.slice(-120),
    message: scrub(failure.message).slice(0, 2_000),
    page: page.slice(0, 500),
    ...details,
  };
}

const SECRETS: [RegExp, string][] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\?[^\s'")]+/g, '?…'],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[e-mail]'],
];

/** Removes tokens, query strings and e-mail addresses from a text that leaves the page. */
function scrub(text: string): string {
  return SECRETS.reduce((clean, [secret, mask]) => clean.replace(secret, mask), text);
}
