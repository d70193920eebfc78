import { queryChannel, SERVICE_PATHS } from '@keepsake/contracts';
import type { FastifyInstance } from 'fastify';
import { COMPRESSED } from '../../../platform/http/compression.ts';
import type { Answer } from './answer-query.ts';
import type { Merchandise } from './merchandise-schema.ts';

/** Bytes of a request: the longest query that is answered has a tenth of them. */
const MAX_BODY_BYTES = 64 * 1024;

/** Serves GraphQL over HTTP from what the merchandise is at the moment: to anybody, because it is what the shop's pages show. */
export function serveGraphql(app: FastifyInstance, current: () => Merchandise): void {
  let served: { merchandise: Merchandise; answer: Promise<Answer> } | undefined;
  // What reads queries is loaded with the first one: most servers are never asked.
  function answerOf(merchandise: Merchandise) {
    if (served?.merchandise !== merchandise)
      served = {
        merchandise,
        answer: import('./answer-query.ts').then(({ createAnswer }) => createAnswer(merchandise)),
      };
    return served.answer;
  }
  app.register(async (scope) => {
    // The library reads the body itself, so that what it refuses is refused as the protocol says.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
    scope.route({
      ...COMPRESSED,
      method: ['GET', 'POST'],
      url: SERVICE_PATHS.merchandise + queryChannel.path,
      bodyLimit: MAX_BODY_BYTES,
      async handler({ url, method, headers, body, raw }, reply) {
        const request = { url, method, headers, body: body as string, raw, context: undefined };
        const answer = await answerOf(current());
        const [text, { status, headers: given = {} }] = await answer(request);
        return reply
          .code(status)
          .headers(given)
          .header('cache-control', 'no-store')
          .send(text ?? undefined);
      },
    });
  });
}
