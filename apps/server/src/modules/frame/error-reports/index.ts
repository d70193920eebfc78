import { FAILURES_PATH, failureReport } from '@keepsake/contracts';
import type { FastifyInstance } from 'fastify';
import { parsePart } from '../../../platform/http/parse-part.ts';

/** Our own error-reporting service: failures of the web app become log lines with their correlation id. */
export function mountFailures(app: FastifyInstance): void {
  app.post(FAILURES_PATH, { config: { rateLimit: { max: 60 } } }, async (request, reply) => {
    const failure = parsePart(failureReport, request.body, 'body');
    request.log.warn({ failure }, 'the web app reported a failure');
    return reply.code(204).send();
  });
}
