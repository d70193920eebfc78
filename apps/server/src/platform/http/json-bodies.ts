import { withoutInvisible } from '@keepsake/contracts/platform/plain-text';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem.ts';
import { parseSentJson, RefusedJson } from '../sent-json.ts';

/** Maximum nesting of a body: far beyond any of ours, far below what hurts a parser. */
const MAX_DEPTH = 50;

/**
 * Accepts JSON bodies only, whose texts lose their invisible characters; an empty body counts as none. A plugin that needs another
 * type adds it.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  addJsonParser(app, (text) => (text === '' ? undefined : parseJson(text)));
}

const MAX_FORM_BYTES = 4_096;

/** Accepts forms of either kind, and ignores what is in them: a mail client's one click. */
export function ignoreForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    (_request, _body, done) => done(null, undefined),
  );
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
  const value = parseSent(text);
  return MAY_BE_INVISIBLE.test(text) ? withoutInvisibleTexts(value) : value;
}

/** Throws the problem `invalid-request` for what is no JSON, and for what cannot be kept. */
function parseSent(text: string): unknown {
  try {
    return parseSentJson(text);
  } catch (error) {
    const detail = error instanceof RefusedJson ? error.message : 'The body is not valid JSON';
    throw new Problem('invalid-request', { detail, cause: error });
  }
}

/** Refuses in JSON that a library parses what `parseSentJson` refuses; what is no JSON is left to it. */
export function refuseJson(text: string): void {
  try {
    parseSentJson(text);
  } catch (error) {
    if (error instanceof RefusedJson)
      throw new Problem('invalid-request', { detail: error.message, cause: error });
    if (!(error instanceof SyntaxError)) throw error;
  }
}

/** Most bodies are plain ids, of which there may be ten thousand. */
const MAY_BE_INVISIBLE = /[^\0-\x7f]|\\u/;

/** The same value, its texts without invisible characters. */
export function withoutInvisibleTexts(value: unknown): unknown {
  if (typeof value === 'string') return withoutInvisible(value);
  if (Array.isArray(value)) return value.map(withoutInvisibleTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutInvisibleTexts(inner)]),
  );
}

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
