import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';

type Rule = { pattern: RegExp; reason: string; allowedIn: RegExp };

/** What the server must be given instead of creating it, and the files exempt because they supply it. */
const RULES: Rule[] = [
  {
    pattern: /\bDate\.now\b|\bnew Date\b(?!\((?!\)))|\bTemporal\.Now\b/,
    reason: 'the time is passed in as a Clock',
    allowedIn: /\/platform\/clock\.ts$/,
  },
  {
    pattern: /\bsystemClock\b/,
    reason: "the machine's clock is taken where a program begins, and passed in",
    allowedIn: /\/platform\/clock\.ts$|\/src\/(app|main)\.ts$|\/src\/cli\//,
  },
  {
    pattern: /\brandomUUID(v7)?\b|\bgen_random_uuid\b|\buuidv[47]\(/,
    reason: 'ids are made by newId of platform/ids.ts',
    allowedIn: /\/platform\/ids\.ts$/,
  },
];

/** Lists places in the server's production code that read the time or create an id themselves. */
export function checkTimeAndIds(sources: Sources): string[] {
  return [...sources]
    .filter(([file]) => file.startsWith('apps/server/src/') && !isTest(file))
    .flatMap(([file, text]) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          RULES.filter(
            ({ pattern, allowedIn }) => pattern.test(withoutComment(line)) && !allowedIn.test(file),
          ).map(({ reason }) => `${file}:${index + 1}: ${reason}`),
        ),
    );
}

/** A line of code without what only people read. */
export const withoutComment = (line: string) =>
  line.replace(/^\s*(\*|\/\*|\/\/).*$/, '').replace(/\s\/\/.*$/, '');
