import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem.ts';

/** Bodies are JSON and nothing else; an empty one counts as none. Other types are added by the plugin that needs them. */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/json(;\s*charset=utf-8)?$/i,
    { parseAs: 'string' },
    (_request, text, done) => {
      if (text === '') return done(null, undefined);
      try {
        done(null, parseJson(text as string));
      } catch (error) {
        done(error as Error, undefined);
      }
    },
  );
}

/** Deepest nesting a body may have; far beyond any of ours, far below what hurts a parser. */
const MAX_DEPTH = 50;

function parseJson(text: string): unknown {
  if (depthOf(text) > MAX_DEPTH)
    throw new Problem('invalid-request', { detail: 'The JSON is nested too deeply' });
  try {
    return JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value));
  } catch (error) {
    throw new Problem('invalid-request', { detail: 'The body is not valid JSON', cause: error });
  }
}

/** Upper bound of the nesting, counted without parsing; brackets inside strings count too, which only makes it stricter. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x5b || code === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x5d || code === 0x7d) depth--;
  }
  return deepest;
}
