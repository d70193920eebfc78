import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem.ts';

/** Maximum nesting of a body: far beyond any of ours, far below what hurts a parser. */
const MAX_DEPTH = 50;

/** Accepts JSON bodies only; an empty body counts as none. A plugin that needs another type adds it. */
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

function parseJson(text: string): unknown {
  if (maxDepthOf(text) > MAX_DEPTH) {
    throw new Problem('invalid-request', { detail: 'The JSON is nested too deeply' });
  }
  try {
    return JSON.parse(text, mayNameProto(text) ? dropProto : undefined);
  } catch (error) {
    throw new Problem('invalid-request', { detail: 'The body is not valid JSON', cause: error });
  }
}

/** A reviver is called for each of ten thousand ids, which takes longer than parsing them. Escapes may spell any name. */
const mayNameProto = (text: string) => text.includes('__proto__') || text.includes('\\u');
const dropProto = (key: string, value: unknown) => (key === '__proto__' ? undefined : value);

/** Upper bound of the nesting, found without parsing. It counts brackets inside strings too, which only makes it stricter. */
function maxDepthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x5b || code === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x5d || code === 0x7d) depth--;
  }
  return deepest;
}
