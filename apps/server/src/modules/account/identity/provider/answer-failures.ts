import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Context, Provider } from 'oidc-provider';
import { judgeFailure } from '../../../../platform/http/answer-problem.ts';
import type { ProviderPages } from './create-provider.ts';

/** A connection that its client broke. */
const CUT = /^(ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_\w+|HPE_\w+)$/;

type Requests = WeakMap<IncomingMessage, FastifyRequest>;

/** Gives an answer the status and headers that this failure has everywhere, 503 while the database is away, and reports it once. */
export function judgeAnswer(requests: Requests, context: Context, error: Error): void {
  const request = requests.get(context.req);
  if (!request) return;
  const { status, headers } = judgeFailure(error, request);
  context.status = status;
  for (const [name, value] of Object.entries(headers)) context.set(name, value);
}

/**
 * Answers what fails in oidc-provider as it does elsewhere. Koa would answer what its handlers do not catch without any of our
 * headers. Refusals, whose status is below 500, and broken connections are no failures of ours.
 */
export function answerFailures(
  provider: Provider,
  { requests, renderError }: { requests: Requests } & Pick<ProviderPages, 'renderError'>,
): void {
  provider.on('server_error', (context, error) => judgeAnswer(requests, context, error));
  provider.use(async (context, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = thrown as Error & { code?: string; status?: number };
      const isRefusal = error.status !== undefined && error.status < 500;
      if (isRefusal || CUT.test(error.code ?? '')) throw error;
      context.status = 500;
      renderError(context, { error: 'server_error' }, error);
    }
  });
  // Without a listener, Koa prints what is left.
  provider.on('error', () => undefined);
}
