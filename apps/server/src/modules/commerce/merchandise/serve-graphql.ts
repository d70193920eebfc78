import { queryChannel, SERVICE_PATHS } from '@keepsake/contracts';
import type { FastifyInstance } from 'fastify';
import { parse, validate } from 'graphql';
import { createHandler, type Response } from 'graphql-http';
import { createBoundedCache } from '../../../platform/bounded-cache.ts';
import { COMPRESSED } from '../../../platform/http/compression.ts';
import { schema, toRootValue } from './graphql-schema.ts';
import { excessOf, MAX_TOKENS } from './limit-query.ts';
import type { Merchandise } from './merchandise-schema.ts';

/** Bytes of a request: the longest query that is answered has a tenth of them. */
const MAX_BODY_BYTES = 64 * 1024;
/** Answers that are kept, and their characters: some megabytes together. */
const CACHE = { max: 64 };
const MAX_CACHED_LENGTH = 256 * 1024;

/** Serves GraphQL over HTTP from what the merchandise is at the moment: to anybody, because it is what the shop's pages show. */
export function serveGraphql(app: FastifyInstance, current: () => Merchandise): void {
  let served: { merchandise: Merchandise; answer: ReturnType<typeof createAnswer> } | undefined;
  function answerOf(merchandise: Merchandise) {
    if (served?.merchandise !== merchandise) served = { merchandise, answer: createAnswer(merchandise) };
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
        const [text, { status, headers: given = {} }] = await answerOf(current())(request);
        return reply
          .code(status)
          .headers(given)
          .header('cache-control', 'no-store')
          .send(text ?? undefined);
      },
    });
  });
}

type Asked = Parameters<ReturnType<typeof createHandler>>[0] & { body: string | null };

/** The same merchandise gives the same request the same answer, so that it is worked out once. */
function createAnswer(merchandise: Merchandise) {
  const answers = createBoundedCache<Response>(CACHE);
  const handle = createHandler({
    schema,
    rootValue: toRootValue(merchandise),
    parse: (source) => parse(source, { maxTokens: MAX_TOKENS, noLocation: true }),
    validate(ofSchema, document, rules) {
      const excess = excessOf(document);
      return excess ? [excess] : validate(ofSchema, document, rules, { maxErrors: 10 });
    },
  });
  return async (request: Asked): Promise<Response> => {
    const { method, url, body, headers } = request;
    const { accept, 'content-type': type } = headers as Record<string, string | undefined>;
    const key = JSON.stringify([method, url, accept, type, body]);
    const known = answers.get(key);
    if (known) return known;
    const answer = await handle(request);
    const [text, { status }] = answer;
    if (status === 200 && text !== null && text.length <= MAX_CACHED_LENGTH) answers.set(key, answer);
    return answer;
  };
}
