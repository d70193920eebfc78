/** Names under which JavaScript finds what all objects share: copied with care or without, they mean nothing in data. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Only an escape spells a letter in another way, and only an exponent or hundreds of digits make a number infinite. */
const MAY_BE_REFUSED = /__proto__|constructor|prototype|\\u|\d[eE]\+?\d{3}|\d{200}/;

/** JSON that has a meaning, but none that can be kept. Its message is a sentence for the sender. */
export class RefusedJson extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RefusedJson';
  }
}

/**
 * Parses JSON that somebody else wrote: a body, a file, a setting. Throws `SyntaxError`, and `RefusedJson` for `__proto__`,
 * `constructor` or `prototype` as the name of a field at any depth, and for numbers as large as `1e400`, which would become null.
 */
export function parseSentJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (MAY_BE_REFUSED.test(text)) refuse(value);
  return value;
}

/** Reads the JSON of an answer that somebody else sent. Throws as `parseSentJson` does. */
export async function readSentJson(answer: Response): Promise<unknown> {
  return parseSentJson(await answer.text());
}

/** Without recursion: files may be nested deeper than a stack. */
function refuse(value: unknown): void {
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === Infinity || next === -Infinity) throw new RefusedJson('A number is too large to be stored');
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, inner] of Object.entries(next)) {
      if (RESERVED.has(name))
        throw new RefusedJson(`The name ${JSON.stringify(name)} is not allowed in JSON`);
      waiting.push(inner);
    }
  }
}
