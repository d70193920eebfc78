import type { IncomingHttpHeaders } from 'node:http';
import { queryChannel } from '@keepsake/contracts/exchange/merchandise';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import type { FastifyInstance } from 'fastify';
import { COMPRESSED } from '../../../platform/http/compression.ts';
import { addJsonParser, refuseJson } from '../../../platform/http/json-bodies.ts';
import type { Answer } from './answer-query.ts';
import type { Merchandise } from './merchandise-schema.ts';

/** Maximum bytes of a request: ten times the longest query that is answered. */
const MAX_BODY_BYTES = 64 * 1024;

/** Serves GraphQL over HTTP from the current merchandise, to anybody, because the shop's pages show it as well. */
export function serveGraphql(app: FastifyInstance, current: () => Merchandise): void {
  let served: { merchandise: Merchandise; answer: Promise<Answer> } | undefined;
  // The GraphQL library is loaded with the first query: most servers never get one.
  function answerOf(merchandise: Merchandise) {
    if (served?.merchandise !== merchandise)
      served = {
        merchandise,
        answer: import('./answer-query.ts').then(({ createAnswer }) => createAnswer(merchandise)),
      };
    return served.answer;
  }
  app.register(async (scope) => {
    // The library reads the JSON itself, so that refusals follow the protocol; any other type reaches it without a body.
    scope.removeAllContentTypeParsers();
    addJsonParser(scope, (text) => {
      refuseJson(text);
      return text;
    });
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _bytes, done) => done(null, null));
    scope.route({
      ...COMPRESSED,
      config: { access: 'public', budget: 'usual' },
      method: ['GET', 'POST'],
      url: SERVICE_PATHS.merchandise + queryChannel.path,
      bodyLimit: MAX_BODY_BYTES,
      async handler({ url, method, headers: sent, body, raw }, reply) {
        for (const text of jsonIn(url)) refuseJson(text);
        const headers = withoutSpelling(sent, typeof body === 'string');
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

/** What an address has of JSON. */
const jsonIn = (url: string): string[] => {
  const { searchParams } = new URL(url, 'http://localhost');
  return [...searchParams.getAll('variables'), ...searchParams.getAll('extensions')];
};

/** The library compares types as text: a quoted charset, or that of another JSON, would be refused. */
function withoutSpelling({ accept, ...headers }: IncomingHttpHeaders, isJson: boolean): IncomingHttpHeaders {
  return {
    ...headers,
    ...(accept && { accept: accept.replaceAll('"', '') }),
    ...(isJson && { 'content-type': 'application/json' }),
  };
}
