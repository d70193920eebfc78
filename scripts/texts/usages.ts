import type { Sources } from '../conventions/imports.ts';
import { isTest } from '../conventions/layers.ts';
import type { Area, Entry } from './entries.ts';
import { type Kind, kindInCode } from './kinds.ts';

/** A file and a line, and the kind of text that the code asks for there; null where it does not tell. */
export type Place = { file: string; line: number; kind: Kind | null };
type Found = { file: string; line: number; at: number };

/** Places named of each text: enough to see what it is about. */
const MOST_PLACES = 3;
/** A key, or the beginning of one that is composed: 'home.title', `home.${part}`. */
const BEGINNING = /['"`]([A-Za-z][\w-]*(?:\.[\w-]+)*\.?)(['"`]|\$\{)/g;
/** The end of one that is composed: `${mail}.subject`. */
const END = /\}(\.[\w-]+(?:\.[\w-]+)*)['"`]/g;

/** Says where the code asks for a text: by its key, or by the beginning or the end of a key that it composes. */
export function findUsages(sources: Sources): (entry: Entry) => Place[] {
  const places = new Map<string, Found[]>();
  for (const [file, code] of sources) {
    if (!file.startsWith('apps/') || isTest(file)) continue;
    let start = 0;
    for (const [index, text] of code.split('\n').entries()) {
      for (const [key, at] of keysIn(text))
        places.set(key, [...(places.get(key) ?? []), { file, line: index + 1, at: start + at }]);
      start += text.length + 1;
    }
  }
  return ({ key, area, plural }) => {
    const base = plural === null ? key : key.slice(0, -plural.length - 1);
    const found = patternsOf(base).map((pattern) =>
      (places.get(pattern) ?? [])
        .filter(({ file }) => isOf(area, file))
        .filter(({ file, at }) => matchOf(sources.get(file) ?? '', { at, key: base }) !== 'none'),
    );
    return (found.find((each) => each.length > 0) ?? []).slice(0, MOST_PLACES).map(({ file, line, at }) => ({
      file,
      line,
      kind: kindAt(sources.get(file) ?? '', { at, key: base }),
    }));
  };
}

type Requested = { at: number; key: string };

/** A key composed further than its beginning says may ask for a group of texts, whose kinds differ. */
const kindAt = (code: string, requested: Requested) =>
  matchOf(code, requested) === 'whole' ? kindInCode(code, requested.at) : null;

/** Whether a template asks for a key, for a group that it is in, or for neither; other literals have the key itself. */
function matchOf(code: string, { at, key }: Requested): 'whole' | 'group' | 'none' {
  const [, template] = /^`([^`]*)`/.exec(code.slice(at)) ?? [];
  if (template === undefined) return 'whole';
  const parts = template.split(/\$\{[^{}]*\}/).map((part) => RegExp.escape(part));
  if (new RegExp(`^${parts.join('.+')}$`).test(key)) return 'whole';
  return new RegExp(`^${parts.join('.+')}\\.`).test(key) ? 'group' : 'none';
}

/** The keys in a line, and parts of composed ones, with where they begin. */
function keysIn(line: string): [key: string, at: number][] {
  const beginnings = [...line.matchAll(BEGINNING)].map(({ index, 1: key, 2: end }): [string, number] => [
    end === '${' ? `${key}*` : (key ?? ''),
    index,
  ]);
  const ends = [...line.matchAll(END)].map(({ index, 1: key }): [string, number] => [`*${key}`, index]);
  return [...beginnings, ...ends];
}

/** `a.b.c`, `a.b.*`, `a.*`, `*.b.c`, `*.c`: what says most comes first. */
function patternsOf(key: string): string[] {
  const parts = key.split('.');
  const cuts = parts.slice(1).map((_, at) => at + 1);
  return [
    key,
    ...cuts.toReversed().map((cut) => `${parts.slice(0, cut).join('.')}.*`),
    ...cuts.map((cut) => `*.${parts.slice(cut).join('.')}`),
  ];
}

const isOf = ({ name, source }: Area, file: string) =>
  file.startsWith(name === 'web' ? 'apps/web/src/' : source.replace(/texts$/, ''));
