import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

const SERVER = 'apps/server/src/';
/** Where text becomes a statement as it is, and why. */
const EXCUSED: Readonly<Record<string, string>> = {
  'platform/database/migrate.ts': 'migrations are files of statements',
};

/**
 * Lists places of the server that make SQL of a text, one sentence each: `sql.raw` takes whatever it is given, so that no check sees
 * its tables and nothing keeps a value of a request out of it. What is fixed is a template; names are `sql.ref`, numbers `sql.lit`.
 */
export function checkRawSql(sources: Sources, excused: Readonly<Record<string, string>> = EXCUSED): string[] {
  const found = [...sources].flatMap(([file, text]) =>
    !file.startsWith(SERVER) || isTest(file) || !text.includes('raw')
      ? []
      : listRaw(file, text).map((line) => ({ name: file.slice(SERVER.length), line })),
  );
  const used = new Set(found.map(({ name }) => name));
  return [
    ...found
      .filter(({ name }) => !Object.hasOwn(excused, name))
      .map(
        ({ name, line }) => `${SERVER}${name}:${line}: a statement is written as a template, not as a text`,
      ),
    ...Object.keys(excused)
      .filter((name) => !used.has(name))
      .map((name) => `scripts/conventions/raw-sql.ts: ${name} makes no SQL of a text any more`),
  ];
}

/** Lines where `raw` is taken from `sql`, under the names that the file has for it. */
function listRaw(file: string, text: string): number[] {
  const { program } = parseSync(file, text);
  const names = new Set<unknown>(['sql']);
  const starts: number[] = [];
  walkTree(program, (node) => {
    const { type, imported, local } = node;
    if (type === 'ImportSpecifier' && nameOf(imported) === 'sql') names.add(nameOf(local));
    if (isOfSql(node, names)) starts.push(node.start);
  });
  return starts.map((start) => text.slice(0, start).split('\n').length);
}

/** `sql.raw`, or a pattern that takes it apart. */
function isOfSql({ type, object, property, id, init }: Tree, names: ReadonlySet<unknown>): boolean {
  if (type === 'MemberExpression') return names.has(nameOf(object)) && nameOf(property) === 'raw';
  if (type !== 'VariableDeclarator' || !isTree(id) || !names.has(nameOf(init))) return false;
  return id.type !== 'ObjectPattern' || (id.properties as Tree[]).some(({ key }) => nameOf(key) === 'raw');
}

const nameOf = (node: unknown) => (isTree(node) ? String(node.name ?? node.value ?? '') : '');
