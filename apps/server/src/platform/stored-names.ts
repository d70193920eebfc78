/**
 * Names in stored JSON: payloads of jobs, entries of the journal, mailed links. There a customer's id is `userId`, as it was
 * before it had one name, and as columns call it; what an earlier version has queued is understood. Only the outermost object is
 * translated: a job of an earlier version that is on its way through all photos starts over.
 */
export function toStoredNames(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('customerId' in body)) return body;
  const { customerId, ...rest } = body;
  return { userId: customerId, ...rest };
}

/** What `toStoredNames` made of a body, under the names of the code. */
export function fromStoredNames(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('userId' in stored)) return stored;
  const { userId, ...rest } = stored;
  return { customerId: userId, ...rest };
}
