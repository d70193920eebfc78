import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Carries the id that ties a failure on the screen to its log lines (API-07). */
export const CORRELATION_HEADER = 'X-CorrelationId';

/** The caller's correlation id when it is a plausible one, else a new one. */
export function correlationIdOf(headers: IncomingHttpHeaders): string {
  const given = headers[CORRELATION_HEADER.toLowerCase()];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}
