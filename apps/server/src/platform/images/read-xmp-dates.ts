/** The relevant dates of an XMP packet, with their namespaces and usual prefixes. */
const PROPERTIES = {
  DateTimeOriginal: { namespace: 'http://ns.adobe.com/exif/1.0/', prefix: 'exif' },
  DateCreated: { namespace: 'http://ns.adobe.com/photoshop/1.0/', prefix: 'photoshop' },
  CreateDate: { namespace: 'http://ns.adobe.com/xap/1.0/', prefix: 'xmp' },
} as const;

export type XmpDates = Partial<Record<keyof typeof PROPERTIES, string>>;

/** Beginning and end of what does not count: comments, and documents embedded in this one. */
const LEFT_OUT = [
  ['<!--', '-->'],
  ['<xmpMM:Pantry', '</xmpMM:Pantry'],
  ['<xmpMM:Ingredients', '</xmpMM:Ingredients'],
] as const;
/** More prefixes than any real file has for a namespace. */
const MAX_PREFIXES = 4;

/**
 * The dates of an XMP packet as written. Searched for instead of parsed: editors write face regions, comments and names that an
 * XML parser rejects, and a date must not be lost to its neighbours. Takes time in proportion to the packet.
 */
export function readXmpDates(packet: Uint8Array): XmpDates {
  // Dates are ASCII in every encoding of XMP; those with two or four bytes per character add NULs.
  const whole = Buffer.from(packet).toString('latin1').replaceAll('\0', '');
  const text = LEFT_OUT.reduce(withoutParts, whole);
  return Object.fromEntries(
    Object.entries(PROPERTIES).map(([name, { namespace, prefix }]) => {
      const prefixes = [prefix, ...prefixesOf(text, namespace)];
      return [
        name,
        prefixes.map((each) => find(text, `${each}:${name}`)).find((value) => value !== undefined),
      ];
    }),
  );
}

function withoutParts(text: string, [first, last]: readonly [string, string]): string {
  const stored: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(first, at);
    const end = start < 0 ? -1 : text.indexOf(last, start);
    if (end < 0) return stored.join('') + text.slice(at);
    stored.push(text.slice(at, start));
    at = end + last.length;
  }
}

function prefixesOf(text: string, namespace: string): string[] {
  const declared = new RegExp(`xmlns:([A-Za-z_][\\w-]*)\\s*=\\s*["']${namespace}["']`, 'g');
  const prefixes = new Set<string>();
  for (const [, prefix = ''] of text.matchAll(declared)) {
    if (prefixes.add(prefix).size === MAX_PREFIXES) break;
  }
  return [...prefixes];
}

/** The value of an attribute or an element. */
function find(text: string, name: string): string | undefined {
  const written = new RegExp(`\\s${name}\\s*=\\s*["']([^"'<]*)["']|<${name}(?:\\s[^<>]*)?>([^<]*)</`);
  const [, attribute, element] = written.exec(text) ?? [];
  return (attribute ?? element)?.trim();
}
