import type { FastifyError, FastifyInstance } from 'fastify';
import { Problem } from '../problem.ts';
import type { SecurityLog } from '../security-log.ts';

/** Records every refused token and every limit of requests that a client has passed. Comes before the routes. */
export function recordRefusals(http: FastifyInstance, security: SecurityLog): void {
  http.addHook('onError', async (request, _reply, error: Problem | FastifyError) => {
    const route = request.routeOptions.url;
    const { status = undefined, statusCode = status } = error as { status?: number; statusCode?: number };
    if (statusCode === 429) await security.record('throttled', { request, policy: 'requests', route });
    const isRefused = statusCode === 401 && request.headers.authorization !== undefined;
    if (isRefused) await security.record('token-refused', { request, route, reason: reasonOf(error) });
  });
}

/** Why a token was refused: the code of the library that read it, or of ours. Tokens that nobody knows have none. */
export function reasonOf(error: unknown): string {
  const { cause } = error instanceof Problem ? error : { cause: undefined };
  return (cause as { code?: string } | undefined)?.code ?? 'UNKNOWN';
}
