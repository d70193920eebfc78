import type { CDPSession } from '@playwright/test';

/** One request, or one step of a redirected one; times in seconds of the browser's clock. */
type Sent = { path: string; sentAt: number; answeredAt: number | null; isCached: boolean };

/** Adds `latency` milliseconds to each request from now on, and records when it was sent and answered. */
export async function watchRequests(client: CDPSession, latency: number) {
  const steps: Sent[] = [];
  const latest = new Map<string, Sent>();
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const answer = (id: string, at: number) => {
    const step = latest.get(id);
    if (step) step.answeredAt ??= at;
  };
  client.on('Network.requestWillBeSent', ({ requestId, request, timestamp, redirectResponse }) => {
    if (redirectResponse) answer(requestId, timestamp);
    const { pathname: path } = new URL(request.url);
    const step = { path, sentAt: timestamp, answeredAt: null, isCached: false };
    steps.push(step);
    latest.set(requestId, step);
  });
  const noteCached = ({ requestId }: { requestId: string }) => {
    const step = latest.get(requestId);
    if (step) step.isCached = true;
  };
  client.on('Network.requestServedFromCache', noteCached);
  client.on('Network.responseReceived', (event) => {
    if (event.response.fromDiskCache) noteCached(event);
    answer(event.requestId, event.timestamp);
  });
  return {
    /** The length of the chain of dependent requests to the server, up to and including the first one to such a path. */
    countUntil(isLast: (path: string) => boolean): number {
      const sent = steps.filter(({ isCached }) => !isCached);
      return rowUntil(sent, isLast).length;
    },
  };
}

/**
 * Follows the chain from the last request back to the document: the predecessor of a request is the one answered last before it
 * was sent. As long as responses take longer than processing them, this finds one of the right level, though not necessarily
 * the actual dependency.
 */
function rowUntil(steps: readonly Sent[], isLast: (path: string) => boolean): Sent[] {
  const row: Sent[] = [];
  let step = steps.find(({ path }) => isLast(path));
  while (step) {
    row.unshift(step);
    const { sentAt } = step;
    step = steps
      .filter(({ answeredAt }) => answeredAt !== null && answeredAt <= sentAt)
      .toSorted((a, b) => (a.answeredAt ?? 0) - (b.answeredAt ?? 0))
      .at(-1);
  }
  return row;
}
