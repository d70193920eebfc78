/** Names under which JavaScript finds what all objects share: copied with care or without, they mean nothing in data. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Only an escape spells a letter in another way. */
const MAY_NAME_RESERVED = /__proto__|constructor|prototype|\\u/;

export class ReservedName extends Error {
  constructor(name: string) {
    super(`The name ${JSON.stringify(name)} is not allowed in JSON`);
    this.name = 'ReservedName';
  }
}

/**
 * Parses JSON that somebody else wrote: a body, a file, a setting. Throws `SyntaxError`, and `ReservedName` for `__proto__`,
 * `constructor` or `prototype` as the name of a field at any depth.
 */
export function parseSentJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (MAY_NAME_RESERVED.test(text)) refuseReserved(value);
  return value;
}

/** Without recursion: files may be nested deeper than a stack. */
function refuseReserved(value: unknown): void {
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, inner] of Object.entries(next)) {
      if (RESERVED.has(name)) throw new ReservedName(name);
      waiting.push(inner);
    }
  }
}
