import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest, judgeImport } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';
import { readTableUses, type TableUse } from './table-uses.ts';

const SERVER = 'apps/server/src/';
const TYPES = `${SERVER}platform/database/database-types.ts`;
/** Act on the tables that modules declare, whichever these are. */
const BY_DECLARATION = ['erase-declared', 'forget-expired', 'personal-data'].map(
  (file) => `${SERVER}platform/${file}.ts`,
);
/** What puts modules together knows what they answer, and no column. */
const COMPOSES = /^apps\/server\/src\/(wings\/|app\.ts$)/;
/** May read everything: to find what does not fit together, and to show the product. */
const READERS = ['library/storage-audit', 'demo'];

type Owner = { unit: string; isView: boolean };

/**
 * Lists violations of 'a table has one owner' (ADR 104), one sentence each: only the module that declares a table in its `tables`
 * writes and reads it. Others read what its functions answer, and its views if they may import it. Nobody writes a view. Wings and the
 * app read no column of a row, either.
 */
export function checkTables(sources: Sources): string[] {
  const tables = readTables(sources.get(TYPES) ?? '');
  const production = [...sources].filter(([file]) => file.startsWith(SERVER) && !isTest(file));
  const { owners, problems } = readOwners(production, tables);
  const refused = production.flatMap(([file, text]) => {
    const { uses, hidden } = readTableUses(file, text, tables);
    const unknown = hidden.filter(
      ({ isWritten }) => !BY_DECLARATION.includes(file) && (isWritten || !READERS.includes(unitOf(file))),
    );
    return [
      ...(COMPOSES.test(file) ? listColumns(file, text) : []),
      ...unknown.map(({ line }) => `${file}:${line}: a statement names its table`),
      ...uses.flatMap((use) => {
        const fault = judgeUse(file, use, owners.get(use.table));
        return fault === undefined ? [] : [`${file}:${use.line}: ${fault}`];
      }),
    ];
  });
  return [...problems, ...new Set(refused)];
}

/** Places that read a column of a row, known by its spelling. */
function listColumns(file: string, text: string): string[] {
  const found: string[] = [];
  walkTree(parseSync(file, text).program, ({ type, start, property, properties }) => {
    const names = type === 'ObjectPattern' ? (properties as Tree[]).map(({ key }) => key) : [property];
    const column = names.map(nameOf).find((name) => /^[a-z0-9]+(_[a-z0-9]+)+$/.test(name));
    const line = text.slice(0, start).split('\n').length;
    if (column) found.push(`${file}:${line}: what ${column} means is for the module that keeps it to say`);
  });
  return found;
}

/** What is wrong with a use of a table, or undefined. */
function judgeUse(file: string, { table, isWritten }: TableUse, owner?: Owner): string | undefined {
  if (!owner) return undefined;
  if (owner.isView && isWritten) return `${table} is a view`;
  if (owner.unit === unitOf(file)) return undefined;
  if (isWritten) return `only ${owner.unit} writes ${table}`;
  if (READERS.includes(unitOf(file))) return undefined;
  if (!owner.isView) return `${table} is read through functions or views of ${owner.unit}`;
  const fault = judgeImport(file, doorOf(owner.unit));
  return fault && `${table} belongs to ${owner.unit}, and ${fault}`;
}

const doorOf = (unit: string) => `${SERVER}${unit.includes('/') ? 'modules/' : ''}${unit}/index.ts`;

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
