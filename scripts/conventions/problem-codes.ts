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
    .flatMap(([file, text]) => {
      const places = [...[...text.matchAll(STATUS)].map(({ index }) => index), ...listHidden(file, text)];
      const lines = places.map((place) => text.slice(0, place).split('\n').length);
      return [...new Set(lines)].map((line) => ({ file, line }));
    });
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

/** Where a status is compared in other forms: from the right, by a constant, in a `switch`, without its own type. */
function listHidden(file: string, text: string): number[] {
  if (!/\bstatus(Code)?\b/.test(text)) return [];
  const { program } = parseSync(file, text);
  const numbers = new Set<string>();
  walkTree(program, ({ type, id, init }) => {
    if (type === 'VariableDeclarator' && isTree(id) && isTree(init) && isStatus(init))
      numbers.add(nameOf(id));
  });
  const isOne = (node: unknown) => isTree(node) && (isStatus(node) || numbers.has(nameOf(node)));
  const found: number[] = [];
  walkTree(program, (node) => {
    const { type, left, right, discriminant, cases, start } = node;
    const isCompared =
      type === 'BinaryExpression' && [left, right].some(isNamedStatus) && [left, right].some(isOne);
    const isSwitched =
      type === 'SwitchStatement' &&
      isNamedStatus(discriminant) &&
      (cases as Tree[]).some(({ test }) => isOne(test));
    if (isCompared || isSwitched) found.push(start);
  });
  return found;
}

/** An HTTP status of a failure, as a number. */
const isStatus = ({ type, value }: Tree): boolean =>
  type === 'Literal' && typeof value === 'number' && value >= 400 && value < 600;

const isNamedStatus = (node: unknown): boolean =>
  isTree(node) && /^status(Code)?$/.test(nameOf(node.type === 'MemberExpression' ? node.property : node));

const nameOf = (node: unknown) => (isTree(node) && typeof node.name === 'string' ? node.name : '');

const SERVER = 'apps/server/src/';
const OF_PROBLEM = /\b(?:error|problem|failure|reason)\??\.status\s*[!=]==?\s*\d+/g;

/** Lists places of the server that know a problem by its status, one sentence each: it has a code. */
export function checkServerCodes(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!file.startsWith(SERVER) || isTest(file)) return [];
    return [...text.matchAll(OF_PROBLEM)].map(
      ({ index }) => `${file}:${text.slice(0, index).split('\n').length}: a problem is known by its code`,
    );
  });
}

const APPS = /^apps\/[\w-]+\/src\//;
const STATUSES = /\b[45]\d\d\b/;

/**
 * Lists tables from statuses to something else, one sentence each: which status a problem has stands in PROBLEMS of the contracts alone,
 * and a second table would not follow it.
 */
export function checkStatusTables(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!APPS.test(file) || isTest(file) || !STATUSES.test(text)) return [];
    const lines: number[] = [];
    walkTree(parseSync(file, text).program, (node) => {
      if (isStatusTable(node)) lines.push(text.slice(0, node.start).split('\n').length);
    });
    return lines.map(
      (line) => `${file}:${line}: the status of each problem stands in PROBLEMS of the contracts`,
    );
  });
}

/** An object, a list of pairs as a `Map` takes it, or a `switch`. */
function isStatusTable({ type, properties, elements, cases }: Tree): boolean {
  if (type === 'ObjectExpression')
    return (properties as Tree[]).filter(({ key }) => isOfTable(key)).length > 1;
  if (type === 'ArrayExpression') return (elements as unknown[]).filter(isStatusPair).length > 1;
  return type === 'SwitchStatement' && (cases as Tree[]).filter(({ test }) => isOfTable(test)).length > 1;
}

const isOfTable = (node: unknown) =>
  isTree(node) && node.type === 'Literal' && /^[45]\d\d$/.test(String(node.value));

/** A status and what it stands for; two numbers are measures. */
function isStatusPair(node: unknown): boolean {
  if (!isTree(node) || node.type !== 'ArrayExpression') return false;
  const [status, meant, ...others] = node.elements as unknown[];
  return isOfTable(status) && isTree(meant) && typeof meant.value !== 'number' && others.length === 0;
}
