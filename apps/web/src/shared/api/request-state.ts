/** Where a request stands [API-01]. */
export type RequestStatus = 'NotRequested' | 'InProgress' | 'Finished' | 'Failed';

/** The states that TanStack Query keeps, in the specification's words; `reset()` of a mutation is [API-02]. */
export function requestStatusOf(request: {
  status: 'idle' | 'pending' | 'success' | 'error';
  fetchStatus?: 'fetching' | 'paused' | 'idle';
}): RequestStatus {
  if (request.status === 'success') return 'Finished';
  if (request.status === 'error') return 'Failed';
  const isWaiting = request.status === 'idle' || request.fetchStatus === 'idle';
  return isWaiting ? 'NotRequested' : 'InProgress';
}
