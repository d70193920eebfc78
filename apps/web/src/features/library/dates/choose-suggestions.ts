import type { DateCandidate, SuggestedDates } from '@keepsake/contracts/library/date-candidates';

/** A date for some of the photos, and why. */
export type Suggestion = DateCandidate & { photoIds: readonly string[] };

/** What a dialog offers for the photos of a selection. */
export type Suggestions = {
  /** The dates that most of them share, or of one photo all its candidates. */
  shared: readonly Suggestion[];
  /** For each photo whose sources agree its own date; empty unless there are several dates. */
  each: readonly Suggestion[];
  /** Photos whose sources contradict one another: for them nothing is chosen beforehand. */
  disputedCount: number;
};

/** Buttons that fit above the fields of a dialog. */
const MAX_SHARED = 3;

/** Joins what was suggested for single photos: photos of one date and one reason are one suggestion. */
export function chooseSuggestions(photos: SuggestedDates): Suggestions {
  const groups: Groups = new Map();
  const each: Groups = new Map();
  for (const { photoId, candidates } of photos) {
    for (const candidate of candidates) {
      const reasons = JSON.stringify(candidate.reasons);
      addTo(groups, `${candidate.date} ${reasons}`, candidate, photoId);
      if (candidates.length === 1) addTo(each, candidate.date, candidate, photoId);
    }
  }
  const inOrder = [...groups.values()].toSorted((one, other) => other.photoIds.length - one.photoIds.length);
  return {
    shared: inOrder.slice(0, MAX_SHARED),
    each: each.size > 1 ? [...each.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1)) : [],
    disputedCount: photos.filter(({ candidates }) => candidates.length > 1).length,
  };
}

type Groups = Map<string, DateCandidate & { photoIds: string[] }>;

function addTo(groups: Groups, key: string, { date, reasons }: DateCandidate, photoId: string): void {
  const group = groups.get(key);
  if (group) group.photoIds.push(photoId);
  else groups.set(key, { date, reasons, photoIds: [photoId] });
}
