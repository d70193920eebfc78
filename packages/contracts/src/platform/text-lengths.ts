/** Most characters of texts whose place is narrow, placeholders as they are written. */
const LIMITS: readonly [id: RegExp, most: number, place: string][] = [
  [/^web:shell\.(thumbs\.|overview$)/, 14, 'a label of the bar for thumbs'],
  [/^web:import\.(reasons|left)\./, 64, 'a file’s row on a phone'],
  [/^web:\w+\.instead$/, 60, 'a notice in the top bar of a phone'],
  [/[:.]subject(\.\w+)?$/, 60, 'the subject of a mail'],
  [/^(?!web:).*[:.](button|submit)$/, 36, 'a button'],
  [/^legal:\w+$/, 24, 'one of five links in a line'],
  [/^configuration:description$/, 160, 'the description that search engines show'],
];

/**
 * How long a text may be, and where it stands; null if its place has room. An id is an area and a key: `web:home.title`.
 */
export function lengthLimitOf(id: string): { most: number; place: string } | null {
  const [, most, place] = LIMITS.find(([pattern]) => pattern.test(id)) ?? [];
  return most === undefined || place === undefined ? null : { most, place };
}

/** Says that a text is longer than its place; null if it fits. */
export function faultOfLength(id: string, text: string): string | null {
  const limit = lengthLimitOf(id);
  return limit && text.length > limit.most
    ? `has ${text.length} characters, and ${limit.place} at most ${limit.most}`
    : null;
}
