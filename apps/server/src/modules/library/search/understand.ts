import { MIN_SEARCH_WORD, type Understood } from '@keepsake/contracts/library/search';
import { plainWord, QUALITIES } from './date-words.ts';
import { type Dates, phraseIn, understandDate } from './understand-date.ts';

/** What a part of a search demands of a photo. */
export type Demand =
  | { kind: 'date'; dates: Dates }
  | { kind: 'favourites' | 'notPrinted' | 'ordered' }
  /** That its name, caption, camera or an album's name contain it. */
  | { kind: 'text'; text: string };

type Token = { typed: string; text: string; isQuoted: boolean };
type Part = { demand: Demand; length: number };
/** A demand, and what is told about it. */
export type Reading = { demand: Demand; understood: Understood };

const QUOTED = /["„“”«»]([^"„“”«»]*[^"„“”«»\s][^"„“”«»]*)["„“”«»]|\S+/gu;
/** Signs that belong to sentences and quotations, not to words. */
const AROUND = /^["„“”«»()]+|["„“”«»(),;:!?]+$/gu;

/** What a search means on a day, part by part, each told with what is left without it. */
export function understand(searched: string, today: string): Reading[] {
  const tokens = tokensOf(searched);
  const parts: { demand: Demand; from: number; until: number }[] = [];
  for (let place = 0; place < tokens.length; ) {
    const { demand, length } = partAt(tokens.slice(place), today);
    parts.push({ demand, from: place, until: place + length });
    place += length;
  }
  const typedIn = (chosen: readonly Token[]) => chosen.map(({ typed }) => typed).join(' ');
  return parts.map(({ demand, from, until }) => ({
    demand,
    understood: {
      ...describe(demand),
      words: typedIn(tokens.slice(from, until)),
      rest: typedIn([...tokens.slice(0, from), ...tokens.slice(until)]),
    },
  }));
}

function tokensOf(searched: string): Token[] {
  return [...searched.matchAll(QUOTED)].flatMap(([typed, quoted]) => {
    const text = quoted?.trim() ?? (typed.replace(AROUND, '') || typed.replace(/["„“”«»]/gu, ''));
    return text === '' ? [] : [{ typed, text, isQuoted: quoted !== undefined }];
  });
}

/** The part with which tokens begin; what is in quotes is a text. */
function partAt(tokens: readonly Token[], today: string): Part {
  const quoted = tokens.findIndex(({ isQuoted }) => isQuoted);
  const open = (quoted < 0 ? tokens : tokens.slice(0, quoted)).map(({ typed }) => typed);
  const quality = phraseIn(QUALITIES, open.map(plainWord));
  if (quality) return { demand: { kind: quality.meaning }, length: quality.length };
  const date = open.length > 0 ? understandDate(open, today) : null;
  if (date) return { demand: { kind: 'date', dates: date.dates }, length: date.length };
  return { demand: { kind: 'text', text: tokens[0]?.text ?? '' }, length: 1 };
}

function describe(demand: Demand): Pick<Understood, 'kind' | 'from' | 'to'> {
  if (demand.kind === 'text') return { kind: [...demand.text].length < MIN_SEARCH_WORD ? 'short' : 'text' };
  if (demand.kind !== 'date' || !('fixed' in demand.dates)) return { kind: demand.kind };
  const [days, ...others] = demand.dates.fixed;
  return { kind: 'date', ...(days && others.length === 0 && days) };
}
