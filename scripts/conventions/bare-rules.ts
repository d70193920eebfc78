import { parseSync } from 'oxc-parser';
import { resolveImport, type Sources } from './imports.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

const RULES = /^apps\/.*\/rules\.ts$/;
const CONTRACTS = 'packages/contracts/src/';
/** Packages and parts of Node that only compute. */
const COMPUTES = new Set(['node:path', 'node:util', 'jsvat-next']);
/** Formatters by time zone, kept because they are slow to make: what they answer does not depend on them. */
const MEMOS = new Set(['apps/server/src/platform/wall-time.ts formats']);

/**
 * Lists what makes a `rules.ts` more than functions of what they are given, one sentence each: it and every file whose values it uses
 * keep nothing between calls, wait for nothing, and import only such files, the contracts and what only computes. Types may come
 * from anywhere.
 */
export function checkBareRules(sources: Sources): string[] {
  return [...sources.keys()].filter((file) => RULES.test(file)).flatMap((rules) => judge(sources, rules));
}

function judge(sources: Sources, rules: string): string[] {
  const reached = new Set([rules]);
  const problems: string[] = [];
  // The loop also comes to the files that are added meanwhile.
  for (const file of reached) {
    const body = parseSync(file, sources.get(file) ?? '').program.body as unknown as Tree[];
    const faults = listFaults(file, body);
    for (const name of body.flatMap(importedBy)) {
      const target = resolveImport(sources, file, name);
      if (target && !target.startsWith(CONTRACTS)) reached.add(target);
      if (!target && !COMPUTES.has(name)) faults.push(`imports ${name}`);
    }
    const through = file === rules ? '' : `, through ${file}`;
    problems.push(...faults.map((fault) => `${rules}: a rule ${fault}${through}`));
  }
  return problems;
}

/** The file or package whose values a statement imports or exports again. */
function importedBy(statement: Tree): string[] {
  const { source, specifiers, importKind, exportKind } = statement;
  if (!isTree(source) || importKind === 'type' || exportKind === 'type') return [];
  const named = Array.isArray(specifiers) ? (specifiers as Tree[]) : [];
  const isOfTypes = named.length > 0 && named.every((one) => (one.importKind ?? one.exportKind) === 'type');
  return isOfTypes ? [] : [String(source.value)];
}

function listFaults(file: string, body: readonly Tree[]): string[] {
  const changing = body.flatMap(stateOf).filter((name) => !MEMOS.has(`${file} ${name}`));
  const faults = changing.map((name) => `keeps ${name} between calls`);
  walkTree(body, ({ type, async: isAsync, source }) => {
    if (type === 'AwaitExpression' || isAsync === true) faults.push('waits');
    if (type === 'ImportExpression' && isTree(source)) faults.push(`imports ${source.value}`);
  });
  return [...new Set(faults)];
}

/** Variables at the top of a file that can change, and empty collections that are filled later. */
function stateOf(statement: Tree): string[] {
  const declared = isTree(statement.declaration) ? statement.declaration : statement;
  if (declared.type !== 'VariableDeclaration') return [];
  return (declared.declarations as Tree[])
    .filter(({ init }) => declared.kind !== 'const' || isEmptyCollection(init))
    .map(({ id }) => String(isTree(id) && id.name));
}

const isEmptyCollection = (node: unknown): boolean =>
  isTree(node) &&
  ((node.type === 'NewExpression' && (node.arguments as unknown[]).length === 0) ||
    (node.type === 'ArrayExpression' && (node.elements as unknown[]).length === 0) ||
    (node.type === 'ObjectExpression' && (node.properties as unknown[]).length === 0));
