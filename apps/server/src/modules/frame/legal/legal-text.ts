/** A run of text, or a link in it. */
export type LegalSpan = string | { label: string; url: string };

export type LegalBlock =
  | { kind: 'heading' | 'subheading' | 'paragraph'; spans: LegalSpan[] }
  | { kind: 'list'; items: LegalSpan[][] };

export type LegalText = { title: string; blocks: LegalBlock[] };

/** A value of the company that texts name in braces, such as `{seller}`; null if the channels file lacks it. */
export type LegalValues = Readonly<Record<string, string | null>>;

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/;
/** Where links of a legal text may lead. A path is a page of this site. */
const TARGET = /^(https:\/\/[^\s/]|mailto:[^\s]|tel:\+?\d|\/(?!\/))/;

/**
 * Parses a legal text: a title after `#`, headings after `##` and `###`, lists with `-`, `[links](https://…)` and paragraphs
 * between empty lines. Values in braces are filled in. Returns the faults if there are any.
 */
export function parseLegalText(source: string, values: LegalValues): LegalText | { faults: string[] } {
  const faults = new Set<string>();
  const filled = source.replace(/\{([^{}\n]*)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined)
      faults.add(`has '${whole}', which is none of {${Object.keys(values).join('}, {')}}`);
    if (value === null) faults.add(`has '${whole}', which "legal" lacks`);
    return value ?? whole;
  });
  const [first = '', ...rest] = blocksOf(filled);
  const title = /^# (.+)$/.exec(first)?.[1]?.trim();
  if (!title) faults.add('does not begin with a title: a line such as "# Terms", and an empty one');
  if (rest.length === 0) faults.add('has no text below its title');
  const blocks = rest.map(parseBlock);
  for (const { url } of linksIn(blocks))
    if (!TARGET.test(url))
      faults.add(`has a link to '${url}': links begin with https://, mailto:, tel: or /`);
  return faults.size > 0 ? { faults: [...faults] } : { title: title ?? '', blocks };
}

/** Headings and lists stand alone, also without empty lines around them. */
const blocksOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n/g, '\n')
    .replace(/^#{1,3} .*$/gm, '\n$&\n')
    .replace(/^(?!- |\s).+\n(?=- )/gm, '$&\n')
    .trim()
    .split(/\n(?:[ \t]*\n)+/);

function parseBlock(block: string): LegalBlock {
  const [, marks, heading] = /^(##|###) ([^\n]+)$/.exec(block) ?? [];
  if (heading) return { kind: marks === '##' ? 'heading' : 'subheading', spans: spansOf(heading) };
  const lines = block.split('\n');
  if (lines[0]?.startsWith('- ')) return { kind: 'list', items: itemsOf(lines).map(spansOf) };
  return { kind: 'paragraph', spans: spansOf(lines.join('\n')) };
}

/** A line without `-` goes on with the item before it. */
const itemsOf = (lines: readonly string[]): string[] =>
  lines
    .join('\n')
    .slice('- '.length)
    .split('\n- ')
    .map((item) => item.replace(/\s*\n\s*/g, ' '));

function spansOf(text: string): LegalSpan[] {
  const found = LINK.exec(text);
  if (!found) return text === '' ? [] : [text];
  const [whole, label = '', url = ''] = found;
  const before = text.slice(0, found.index);
  return [
    ...(before === '' ? [] : [before]),
    { label, url },
    ...spansOf(text.slice(found.index + whole.length)),
  ];
}

const linksIn = (blocks: readonly LegalBlock[]) =>
  blocks
    .flatMap((block) => (block.kind === 'list' ? block.items.flat() : block.spans))
    .filter((span) => typeof span !== 'string');
