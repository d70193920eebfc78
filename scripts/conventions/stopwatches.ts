import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { type Tree, walkTree } from './syntax.ts';

const SERVER = 'apps/server/src/';
/** Where the stopwatch is made. */
const MADE_IN = `${SERVER}platform/clock.ts`;
const MENTIONS = /performance|hrtime|perf_hooks/;

/**
 * Lists places of the server that read the machine's monotonic clock themselves. How long something takes, and whether it has taken
 * too long, is measured by `startStopwatch`, which says so by its name.
 */
export function checkStopwatches(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!file.startsWith(SERVER) || file === MADE_IN || isTest(file) || !MENTIONS.test(text)) return [];
    const lines = new Set<number>();
    walkTree(parseSync(file, text).program, (node) => {
      if (isMonotonicClock(node)) lines.add(text.slice(0, node.start).split('\n').length);
    });
    return [...lines].map((line) => `${file}:${line}: durations are measured by startStopwatch`);
  });
}

/** The object, under whatever it is read from, or Node's module of it under another name. */
const isMonotonicClock = ({ type, name, value }: Tree): boolean =>
  (type === 'Identifier' && (name === 'performance' || name === 'hrtime')) ||
  (type === 'Literal' && /^(performance|hrtime|(node:)?perf_hooks)$/.test(String(value)));
