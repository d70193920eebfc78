import type { Sources } from '../conventions/imports.ts';
import { isTest } from '../conventions/layers.ts';
import type { Area, Entry } from './entries.ts';

export type Place = { file: string; line: number };

/** Places named of each text: enough to see what it is about. */
const MOST_PLACES = 3;
/** A key, or the beginning of one that is composed: 'home.title', `home.${part}`. */
const BEGINNING = /['"`]([A-Za-z][\w-]*(?:\.[\w-]+)*\.?)(['"`]|\$\{)/g;
/** The end of one that is composed: `${mail}.subject`. */
const END = /\}(\.[\w-]+(?:\.[\w-]+)*)['"`]/g;

/** Says where the code asks for a text: by its key, or by the beginning or the end of a key that it composes. */
export function findUsages(sources: Sources): (entry: Entry) => Place[] {
  const places = new Map<string, Place[]>();
  for (const [file, code] of sources) {
    if (!file.startsWith('apps/') || isTest(file)) continue;
    code.split('\n').forEach((text, at) => {
      const composed = [...text.matchAll(BEGINNING)].map(([, key, end]) => (end === '${' ? `${key}*` : key));
      const ends = [...text.matchAll(END)].map(([, key]) => `*${key}`);
      for (const key of [...composed, ...ends])
        places.set(key ?? '', [...(places.get(key ?? '') ?? []), { file, line: at + 1 }]);
    });
  }
  return ({ key, area, plural }) => {
    const base = plural === null ? key : key.slice(0, -plural.length - 1);
    const found = patternsOf(base).map((pattern) =>
      (places.get(pattern) ?? []).filter(({ file }) => isOf(area, file)),
    );
    return (found.find((each) => each.length > 0) ?? []).slice(0, MOST_PLACES);
  };
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
