/** The dates of an XMP packet that count, with their namespaces and the prefixes that everybody gives these. */
const PROPERTIES = {
  DateTimeOriginal: { namespace: 'http://ns.adobe.com/exif/1.0/', prefix: 'exif' },
  DateCreated: { namespace: 'http://ns.adobe.com/photoshop/1.0/', prefix: 'photoshop' },
  CreateDate: { namespace: 'http://ns.adobe.com/xap/1.0/', prefix: 'xmp' },
} as const;

type XmpDates = Partial<Record<keyof typeof PROPERTIES, string>>;

/** Documents that were placed into this one, with dates of their own. */
const PLACED = ['xmpMM:Pantry', 'xmpMM:Ingredients'];
/** Nobody has given a namespace more names than this. */
const MAX_PREFIXES = 4;

/**
 * The dates of an XMP packet as they are written. Searched for instead of parsed: editors write face regions, comments and
 * names that a parser of XML rejects, and a date must not be lost to its neighbours. Takes time in proportion to the packet.
 */
export function readXmpDates(packet: Uint8Array): XmpDates {
  // Dates are ASCII in every encoding of XMP; those of two or four bytes a character add NULs.
  const whole = Buffer.from(packet).toString('latin1').replaceAll('\0', '');
  const text = PLACED.reduce(withoutElements, whole);
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

function withoutElements(text: string, name: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(`<${name}`, at);
    const end = start < 0 ? -1 : text.indexOf(`</${name}`, start);
    if (end < 0) return kept.join('') + text.slice(at);
    kept.push(text.slice(at, start));
    at = end + 1;
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
