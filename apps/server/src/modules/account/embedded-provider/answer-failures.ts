import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Context, Provider } from 'oidc-provider';
import { hasLeft, judgeFailure } from '../../../platform/http/answer-problem.ts';
import type { ProviderPages } from './create-provider.ts';

type Requests = WeakMap<IncomingMessage, FastifyRequest>;

/** The first failure of each request: what fails afterwards, such as saving the session, follows from it. */
const firstFailures = new WeakMap<FastifyRequest, Error>();

/**
 * Gives an answer the status and headers that this failure has everywhere, 503 while the database is away, and reports it once. What
 * the answer would have done in the browser, such as leading back to the app, it does no more.
 */
export function judgeAnswer(requests: Requests, context: Context, error: Error): void {
  const request = requests.get(context.req);
  if (!request) return;
  const first = firstFailures.get(request) ?? error;
  firstFailures.set(request, first);
  const { status, headers } = judgeFailure(first, request);
  context.status = status;
  for (const name of ['location', 'set-cookie']) context.res.removeHeader(name);
  for (const [name, value] of Object.entries(headers)) context.set(name, value);
}

/**
 * Answers what fails in oidc-provider as it does elsewhere. Koa would answer what its handlers do not catch without any of our
 * headers, and as a 500 whatever the cause.
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
      if (hasLeft(context.req, error)) return;
      const { status = 500, message } = error;
      context.status = Math.min(status, 500);
      renderError(context, { error: status < 500 ? message : 'server_error' }, error);
    }
  });
  // Without a listener, Koa prints what is left.
  provider.on('error', () => undefined);
}
