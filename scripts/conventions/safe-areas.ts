import type { Sources } from './imports.ts';

/** Where insets are read: for the web app, and for pages that the server renders. */
const PLACES = ['apps/web/src/app/tokens.css', 'apps/server/src/platform/http/page-frame.css'];
/** Is drawn for paper alone, and lies beside the window. */
const BESIDE_THE_WINDOW = ['apps/web/src/features/creations/online-products/print-pages.module.css'];

/**
 * Lists style sheets that read insets of notches and home indicators themselves, which then knows neither text from right to left
 * nor a change of the rules for all, and those that fix something to the window without keeping it out of the insets.
 */
export function checkSafeAreas(sheets: Sources): string[] {
  return [...sheets].flatMap(([file, text]) => {
    const lines = text.split('\n');
    const read = PLACES.includes(file)
      ? []
      : numbersOf(lines, /\benv\(\s*safe-area-/).map(
          (number) =>
            `${file}:${number}: reads an inset: use --safe-top and the others of ${PLACES.join(' or ')}`,
        );
    const keepsOut = text.includes('var(--safe-') || BESIDE_THE_WINDOW.includes(file);
    const fixed = keepsOut
      ? []
      : numbersOf(lines, /\bposition:\s*fixed\b/).map(
          (number) =>
            `${file}:${number}: is fixed to the window and keeps out of no inset: use --safe-top and the others`,
        );
    return [...read, ...fixed];
  });
}

const numbersOf = (lines: readonly string[], pattern: RegExp): number[] =>
  lines.flatMap((line, index) => (pattern.test(line) ? [index + 1] : []));
