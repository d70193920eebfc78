import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem.ts';

/** Maximum nesting of a body: far beyond any of ours, far below what hurts a parser. */
const MAX_DEPTH = 50;

/** Accepts JSON bodies only; an empty body counts as none. A plugin that needs another type adds it. */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  addJsonParser(app, (text) => (text === '' ? undefined : parseJson(text)));
}

/** Makes the text of JSON bodies, whatever parameters their type has, what `read` makes of it. */
export function addJsonParser(app: FastifyInstance, read: (text: string) => unknown): void {
  // By its name and not as a pattern: Fastify then compares no parameters, of which it knows more spellings than we.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, read(decodeUtf8(bytes as Buffer)));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}

/**
 * JSON is UTF-8, and a charset parameter has no effect (RFC 8259, 8.1 and 11). A byte order mark is dropped. Bytes that are no
 * UTF-8 are refused, because replacing them would change people's names.
 */
function decodeUtf8(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    throw new Problem('invalid-request', { detail: 'The body is not UTF-8', cause: error });
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

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
