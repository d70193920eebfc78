import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

/** A status of HTTP that is compared, or a code by hand, which no compiler looks up. */
const STATUS =
  /\bstatus\s*(?:===|!==|>=?|<=?)\s*\d+|\]\.includes\([\w.?]*\bstatus\)|instanceof ApiProblem && \w+\.code\b/g;

/** Where it is, and why the status itself is meant. */
const EXCUSED: ReadonlyMap<string, string> = new Map([
  ['apps/web/src/features/frame/shell/page-failure.tsx', 'chooses a page for a whole class of failures'],
  ['apps/web/src/app/session/renewal.ts', 'asks whether a foreign provider answers at all'],
  ['apps/web/src/features/library/upload-queue/transport.ts', 'the protocol of uploads answers by status'],
  ['apps/web/src/features/library/upload-queue/upload-photo.ts', 'gateways answer uploads without a code'],
]);

/**
 * Lists files of the web app that compare an HTTP status, or a problem's code by hand, one sentence each: a status stands for several problems, of which a later
 * one would be taken for another. The problem's code is asked by `hasCode`; what any service may answer, by the questions beside it.
 */
export function checkProblemCodes(sources: Sources): string[] {
  const comparing = [...sources]
    .filter(([file]) => /^apps\/web\/src\/(?!shared\/api\/)/.test(file) && !isTest(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(STATUS)].map(({ index }) => ({
        file,
        line: text.slice(0, index).split('\n').length,
      })),
    );
  const found = new Set(comparing.map(({ file }) => file));
  return [
    ...comparing
      .filter(({ file }) => !EXCUSED.has(file))
      .map(
        ({ file, line }) => `${file}:${line}: a problem is known by its code, see shared/api/api-problem.ts`,
      ),
    ...[...EXCUSED.keys()]
      .filter((file) => sources.has(file) && !found.has(file))
      .map((file) => `${file}: compares no status any more, and needs no excuse`),
  ];
}

const SERVER = 'apps/server/src/';
const STATUSES = /\b[45]\d\d['"]?: /;

/**
 * Lists tables of the server from statuses to something else, one sentence each: which status a problem has stands in PROBLEMS of the
 * contracts alone, and a second table would not follow it.
 */
export function checkStatusTables(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!file.startsWith(SERVER) || isTest(file) || !STATUSES.test(text)) return [];
    const lines: number[] = [];
    walkTree(parseSync(file, text).program, (node) => {
      if (isStatusTable(node)) lines.push(text.slice(0, node.start).split('\n').length);
    });
    return lines.map(
      (line) => `${file}:${line}: the status of each problem stands in PROBLEMS of the contracts`,
    );
  });
}

function isStatusTable({ type, properties }: Tree): boolean {
  if (type !== 'ObjectExpression') return false;
  const keys = (properties as Tree[]).map(({ key }) => (isTree(key) ? String(key.value) : ''));
  return keys.filter((key) => /^[45]\d\d$/.test(key)).length > 1;
}
