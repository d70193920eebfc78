import { parseSync } from 'oxc-parser';
import { FOREIGN_TABLES } from './foreign-tables.ts';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';
import { readTableUses, type TableUse } from './table-uses.ts';

const SERVER = 'apps/server/src/';
const TYPES = `${SERVER}platform/database/database-types.ts`;
/** Acts on the tables that modules declare, whichever these are. */
const BY_DECLARATION = `${SERVER}platform/erase-declared.ts`;
/** May read everything: to find what does not fit together, and to show the product. */
const READERS = ['library/storage-audit', 'demo'];

type Owner = { unit: string; isView: boolean };
type Owners = ReadonlyMap<string, Owner>;
type Placed = TableUse & { file: string };

/**
 * Lists violations of 'a table has one owner' (ADR 104), one sentence each: only the module that declares a table in its `tables`
 * writes it; others read it through the owner's functions or views. `foreign-tables.ts` lists what is still to be mended; a line of
 * it that nobody needs is a violation, too.
 */
export function checkTables(sources: Sources, foreign: readonly string[] = FOREIGN_TABLES): string[] {
  const tables = readTables(sources.get(TYPES) ?? '');
  const production = [...sources].filter(([file]) => file.startsWith(SERVER) && !isTest(file));
  const { owners, problems } = readOwners(production, tables);
  const uses = production.flatMap(([file, text]) => {
    const found = readTableUses(file, text, tables);
    for (const { line, isWritten } of found.hidden)
      if (file !== BY_DECLARATION && (isWritten || !READERS.includes(unitOf(file))))
        problems.push(`${file}:${line}: a statement names its table`);
    return found.uses.map((use) => ({ ...use, file }));
  });
  const wrong = uses.filter((use) => isForeign(use, owners));
  const needed = new Set(wrong.map(pairOf));
  const refused = wrong
    .filter((use) => !foreign.includes(pairOf(use)))
    .map(({ file, line, table, isWritten }) => {
      const owner = owners.get(table)?.unit;
      const reason = isWritten
        ? `only ${owner} writes ${table}`
        : `${table} is read through functions or views of ${owner}`;
      return `${file}:${line}: ${reason}`;
    });
  const idle = foreign.filter((pair) => !needed.has(pair));
  return [
    ...problems,
    ...new Set(refused),
    ...idle.map((pair) => `scripts/conventions/foreign-tables.ts: '${pair}' is not needed any more`),
  ];
}

function isForeign({ file, table, isWritten }: Placed, owners: Owners): boolean {
  const owner = owners.get(table);
  if (!owner || owner.unit === unitOf(file)) return false;
  return isWritten || !(owner.isView || READERS.includes(unitOf(file)));
}

const pairOf = ({ file, table, isWritten }: Placed) =>
  `${unitOf(file)} ${isWritten ? 'writes' : 'reads'} ${table}`;

/** The module of a file; the platform and each other folder count as one. */
const unitOf = (file: string) =>
  /^modules\/([^/]+\/[^/]+)\//.exec(file.slice(SERVER.length))?.[1] ??
  file.slice(SERVER.length).replace(/\/.*$/, '');

/** All tables and views, from the generated row types. */
function readTables(types: string): ReadonlySet<string> {
  const [, listed = ''] = types.split('export interface DB {');
  const names = [...listed.matchAll(/^ {2}(\w+): \w+;$/gm)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error(`${TYPES} lists no tables`);
  return new Set(names);
}

function readOwners(files: readonly (readonly [string, string])[], tables: ReadonlySet<string>) {
  const owners = new Map<string, Owner>();
  const problems: string[] = [];
  const declared = files.flatMap(([file, text]) =>
    readDeclared(file, text, tables).map((each) => ({ ...each, file })),
  );
  for (const { file, table, isView } of declared) {
    const existing = owners.get(table);
    if (existing) problems.push(`${file}: ${table} belongs to ${existing.unit} already`);
    else owners.set(table, { unit: unitOf(file), isView });
  }
  for (const table of tables) if (!owners.has(table)) problems.push(`${TYPES}: no module keeps ${table}`);
  return { owners, problems };
}

/** The tables in each object of a file that is called `tables` or `…TABLES`. */
function readDeclared(file: string, text: string, tables: ReadonlySet<string>) {
  if (!/\btables: \{|TABLES\b/.test(text)) return [];
  const declared: { table: string; isView: boolean }[] = [];
  walkTree(parseSync(file, text).program, (node) => {
    const isNamed =
      (node.type === 'Property' && nameOf(node.key) === 'tables') ||
      (node.type === 'VariableDeclarator' && /^([A-Z_]+_)?TABLES$/.test(nameOf(node.id)));
    const value = isNamed ? (node.value ?? node.init) : undefined;
    for (const { key, value: rows } of propertiesOf(value))
      if (tables.has(nameOf(key)))
        declared.push({
          table: nameOf(key),
          isView: propertiesOf(rows).some((own) => nameOf(own.key) === 'view'),
        });
  });
  return declared;
}

function propertiesOf(node: unknown): Tree[] {
  if (!isTree(node)) return [];
  if (/^TS(As|Satisfies)Expression$/.test(node.type)) return propertiesOf(node.expression);
  return node.type === 'ObjectExpression' ? (node.properties as Tree[]) : [];
}

const nameOf = (node: unknown) => (isTree(node) ? String(node.name ?? node.value ?? '') : '');
