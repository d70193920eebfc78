import { parseSync } from 'oxc-parser';
import { HOLE, type Named, readSqlTables } from './sql-tables.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

/** A table or view that a file names in its SQL, and whether the file may change it there. */
export type TableUse = { table: string; isWritten: boolean; line: number };

/** What a file does with tables; `hidden` are places whose table is only known while the program runs. */
export type TableUses = { uses: TableUse[]; hidden: Omit<TableUse, 'table'>[] };

/** A place that takes its table from a variable. */
type Variable = { isVariable: true; isWritten: boolean };

const READS = /^(selectFrom|(inner|left|right|full|cross)Join(Lateral)?)$/;
const WRITES = /^(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/;
/** Kysely's methods of these names are not the only ones: `Array.from`. */
const AMBIGUOUS = /^(from|using)$/;
const WRITES_NEXT = /\b(into|update|delete from)\s*$/i;
const READS_NEXT = /(?<!\bdistinct\s+)\b(from|join)\s*$/i;
const STATEMENT = /\b(select|insert into|update|delete from)\b/i;

/**
 * Reads which of the given tables a file uses, from Kysely's calls and from SQL in templates and strings. Where the table is a
 * variable, every table that the file names in a string counts; if there is none, the place is hidden.
 */
export function readTableUses(file: string, text: string, tables: ReadonlySet<string>): TableUses {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file} does not parse: ${errors[0].message}`);
  const found: { node: Tree; named: Named | Variable }[] = [];
  const strings = new Set<string>();
  walkTree(program, (node) => {
    if (node.type === 'Literal' && tables.has(String(node.value))) strings.add(String(node.value));
    for (const named of readNode(node)) found.push({ node, named });
  });
  const uses: TableUse[] = [];
  const hidden: TableUses['hidden'] = [];
  for (const { node, named } of found) {
    const line = text.slice(0, node.start).split('\n').length;
    const { isWritten } = named;
    const names = 'name' in named ? [named.name] : [...strings];
    if (names.length === 0) hidden.push({ isWritten, line });
    for (const table of names) if (tables.has(table)) uses.push({ table, isWritten, line });
  }
  return { uses, hidden };
}

function readNode(node: Tree): (Named | Variable)[] {
  if (node.type === 'CallExpression') return readCall(node);
  if (node.type === 'ObjectExpression') return readDeclaration(node);
  if (node.type === 'Literal') return typeof node.value === 'string' ? readSqlTables(node.value) : [];
  if (node.type === 'TaggedTemplateExpression') return readHoles(node.quasi as Tree, isName);
  if (node.type !== 'TemplateLiteral') return [];
  const statement = textOf(node);
  const isStatement = STATEMENT.test(statement);
  return [...readSqlTables(statement), ...(isStatement ? readHoles(node, isPlain) : [])];
}

/** The table of a file of 'my data' (`tableFile`), which is read, or of an expiry (`Module.expires`), whose rows are deleted. */
function readDeclaration({ properties }: Tree): Named[] {
  const values = new Map(
    (properties as Tree[]).map(({ key, value }) => [isTree(key) ? key.name : '', value]),
  );
  const table = values.get('table');
  if (!isTree(table) || typeof table.value !== 'string') return [];
  if (values.has('row')) return [{ name: table.value, isWritten: false }];
  return values.has('column') || values.has('only') ? [{ name: table.value, isWritten: true }] : [];
}

/** The tables of one of Kysely's calls. */
function readCall({ callee, arguments: args }: Tree): (Named | Variable)[] {
  if (!isTree(callee) || callee.type !== 'MemberExpression' || !isTree(callee.property)) return [];
  const method = String(callee.property.name);
  const isOfSql = method === 'table' && isTree(callee.object) && callee.object.name === 'sql';
  const isWritten = isOfSql || WRITES.test(method);
  if (!isWritten && !READS.test(method) && !AMBIGUOUS.test(method)) return [];
  const [first] = args as unknown[];
  const given = isTree(first) && first.type === 'ArrayExpression' ? (first.elements as Tree[]) : [first];
  return given.flatMap((each): (Named | Variable)[] => {
    if (!isTree(each)) return [];
    if (typeof each.value === 'string') return [{ name: each.value.replace(/\s.*$/s, ''), isWritten }];
    const isVariable = isPlain(each) && !AMBIGUOUS.test(method);
    return isVariable ? [{ isVariable, isWritten }] : [];
  });
}

/** The places of a template where a table would stand and something else does. */
function readHoles({ quasis, expressions }: Tree, isTable: (node: Tree) => boolean): Variable[] {
  return (expressions as Tree[]).flatMap((expression, index) => {
    const before = rawOf((quasis as Tree[])[index]);
    const isWritten = WRITES_NEXT.test(before);
    if (!isTable(expression) || !(isWritten || READS_NEXT.test(before))) return [];
    return [{ isVariable: true, isWritten }];
  });
}

/** In a template of `sql`, other values are parts of statements, which are read where they are written. */
const isName = ({ type, callee }: Tree) =>
  type === 'CallExpression' &&
  isTree(callee) &&
  isTree(callee.property) &&
  /^(raw|id|ref)$/.test(String(callee.property.name));

const isPlain = ({ type }: Tree) => /^(Identifier|MemberExpression|TSAsExpression)$/.test(type);

const rawOf = (quasi: Tree | undefined) => (quasi?.value as { cooked: string } | undefined)?.cooked ?? '';

const textOf = ({ quasis }: Tree) => (quasis as Tree[]).map(rawOf).join(` ${HOLE} `);
