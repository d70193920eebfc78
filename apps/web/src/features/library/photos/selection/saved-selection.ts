import { NOT_SELECTING, type Selection } from './selection.ts';

/** More is not kept over a refresh: beyond this the writing itself would be felt. About 1.4 MB. */
const MAX_SAVED = 20_000;

/** A selection as it is kept for a refresh; null for one that is not. `source` names the photos and their order. */
export function formatSelection({ isSelecting, selected, count }: Selection, source: string): string | null {
  if (!isSelecting || count > MAX_SAVED) return null;
  return JSON.stringify({ source, sections: Object.fromEntries([...selected].map(toText)) });
}

const toText = ([section, ids]: readonly [string, ReadonlySet<string>]) => [section, [...ids].join(' ')];

/** Reads what was kept; of another source, or unreadable, it is none. */
export function parseSelection(saved: string | null, source: string): Selection {
  try {
    const value = JSON.parse(saved ?? 'null');
    if (value?.source !== source) return NOT_SELECTING;
    const sections = Object.entries(value.sections).map(toIds);
    const selected = new Map(sections.filter(([, ids]) => ids.size > 0));
    const count = sections.reduce((sum, [, ids]) => sum + ids.size, 0);
    return { isSelecting: true, selected, count };
  } catch {
    return NOT_SELECTING;
  }
}

const toIds = ([section, text]: [string, unknown]) =>
  [section, new Set(String(text).split(' ').filter(Boolean))] as const;
