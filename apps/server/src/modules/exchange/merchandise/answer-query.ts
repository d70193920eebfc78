import { GraphQLError, parse, validate } from 'graphql';
import { createHandler, type Response } from 'graphql-http';
import { createBoundedCache } from '../../../platform/bounded-cache.ts';
import { schema, toRootValue } from './graphql-schema.ts';
import { excessOf, MAX_TOKENS } from './limit-query.ts';
import type { Merchandise } from './merchandise-schema.ts';

/** Cached answers, and their maximum length in characters: some megabytes in total. */
const CACHE = { max: 64 };
const MAX_CACHED_LENGTH = 256 * 1024;

/** Messages quote what was asked, nested and indented: 1 kB of brackets becomes 300 kB. */
const MAX_MESSAGE = 300;

type Requested = Parameters<ReturnType<typeof createHandler>>[0] & { body: string | null };

export type Answer = (request: Requested) => Promise<Response>;

/** The same merchandise gives the same answer to the same request, so it is computed once. */
export function createAnswer(merchandise: Merchandise): Answer {
  const answers = createBoundedCache<Response>(CACHE);
  const handle = createHandler({
    schema,
    rootValue: toRootValue(merchandise),
    parse: (source) => parse(source, { maxTokens: MAX_TOKENS, noLocation: true }),
    validate(ofSchema, document, rules) {
      const excess = excessOf(document);
      return excess ? [excess] : validate(ofSchema, document, rules, { maxErrors: 10 });
    },
    formatError: shorten,
  });
  return async (request) => {
    const { method, url, body, headers } = request;
    const { accept, 'content-type': type } = headers as Record<string, string | undefined>;
    const key = JSON.stringify([method, url, accept, type, body]);
    const existing = answers.get(key);
    if (existing) return existing;
    const answer = await handle(request);
    const [text, { status }] = answer;
    if (status === 200 && text !== null && text.length <= MAX_CACHED_LENGTH) answers.set(key, answer);
    return answer;
  };
}

function shorten(error: Readonly<GraphQLError | Error>): Readonly<GraphQLError | Error> {
  if (error.message.length <= MAX_MESSAGE) return error;
  const message = `${error.message.slice(0, MAX_MESSAGE).toWellFormed()}…`;
  return new GraphQLError(message, error instanceof GraphQLError ? error : {});
}
