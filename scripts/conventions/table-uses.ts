import { parseSync } from 'oxc-parser';
import { type BoundStrings, bareOf, readBoundStrings } from './bound-strings.ts';
import { HOLE, type Named, readSqlTables } from './sql-tables.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

/** A table or view that a file names in its SQL, and whether the file may change it there. */
export type TableUse = { table: string; isWritten: boolean; line: number };

/** What a file does with tables; `hidden` are places whose table is only known while the program runs. */
export type TableUses = { uses: TableUse[]; hidden: Omit<TableUse, 'table'>[] };

/** A place that takes its table from a variable or computes it. */
type Hidden = { isHidden: true; isWritten: boolean };
type Found = Named | Hidden;

const READS = /^(selectFrom|(inner|left|right|full|cross)Join(Lateral)?)$/;
const WRITES = /^(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/;
const KYSELY = new RegExp(`${READS.source}|${WRITES.source}`);
/** Kysely's methods of these names are not the only ones: `Array.from`. */
const AMBIGUOUS = /^(from|using)$/;
/** The platform's function that deletes rows of the table that is its second argument. */
const DELETES = 'deleteRows';
/** What `sql` makes a table's name of. Columns are made by the latter, too; `raw` is for nobody (raw-sql.ts). */
const NAMES = /^(table|id)$/;
const MAY_NAME = /^ref$/;
const WRITES_NEXT =
  /\b(into|update|delete\s+from|truncate(\s+table)?|(lock|alter|drop)\s+table|^\s*copy)(\s+only)?\s*$/i;
const READS_NEXT = /(?<!\bdistinct\s+)\b(from|join|using)(\s+only)?\s*$/i;
const STATEMENT =
  /\b(select|(insert|merge) into|update|delete from|truncate|(lock|alter|drop) table)\b|^\s*copy\b/i;

/**
 * Reads which of the given tables a file uses, from Kysely's calls and from SQL in templates and strings. A variable stands for the
 * literals that it is bound to in the file; a table that is computed in any other way is hidden. A part of a statement that is read
 * from, such as `from ${change}`, is read where it is written.
 */
export function readTableUses(file: string, text: string, tables: ReadonlySet<string>): TableUses {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file} does not parse: ${errors[0].message}`);
  const reader = createReader(tables, readBoundStrings(program));
  const uses: TableUse[] = [];
  const hidden: TableUses['hidden'] = [];
  walkTree(program, (node) => {
    for (const found of reader(node)) {
      const line = text.slice(0, node.start).split('\n').length;
      const { isWritten } = found;
      if ('isHidden' in found) hidden.push({ isWritten, line });
      else if (tables.has(found.name)) uses.push({ table: found.name, isWritten, line });
    }
  });
  return { uses, hidden };
}

function createReader(tables: ReadonlySet<string>, bound: BoundStrings) {
  /** What belongs to a call or to `sql`, and is not read again by itself. */
  const read = new Set<unknown>();

  const readers: Record<string, (node: Tree) => Found[]> = {
    CallExpression: readCall,
    MemberExpression: ({ property }) => readReference(property),
    ObjectPattern: ({ properties }) => (properties as Tree[]).flatMap(({ key }) => readReference(key)),
    ObjectExpression: readDeclaration,
    Literal: ({ value }) => (typeof value === 'string' ? readSqlTables(value) : []),
    TaggedTemplateExpression: ({ quasi }) => readPart(quasi as Tree),
    TemplateLiteral: readTemplate,
  };
  return (node: Tree): Found[] => (read.has(node) ? [] : (readers[node.type]?.(node) ?? []));

  function readCall({ callee, arguments: args }: Tree): Found[] {
    read.add(callee);
    const [first, second] = args as Tree[];
    if (!isTree(callee) || !first) return [];
    if (callee.name === DELETES) return second ? tablesOf(second, true) : [];
    return callee.type === 'MemberExpression' ? readMethod(callee, first) : [];
  }

  /** The tables of one of Kysely's calls, or the name that `sql` is given. */
  function readMethod(callee: Tree, first: Tree): Found[] {
    const method = methodOf(callee);
    if (method === null) return tables.has(String(first.value)) ? [HIDDEN_WRITE] : [];
    if (isTree(callee.object) && callee.object.name === 'sql') return readName(method, first);
    const isTaken = AMBIGUOUS.test(method) ? isOfQuery(callee.object) : KYSELY.test(method);
    return isTaken ? tablesOf(first, WRITES.test(method)) : [];
  }

  /** A name that `sql` is given, wherever it is used later. */
  function readName(method: string, name: Tree): Found[] {
    if (NAMES.test(method)) return tablesOf(name, true);
    return MAY_NAME.test(method) && tables.has(String(name.value)) ? tablesOf(name, true) : [];
  }

  /** The tables that an argument of Kysely's or a hole of a statement names. Queries and functions are read by themselves. */
  function tablesOf(given: Tree, isWritten: boolean): Found[] {
    const node = bareOf(given);
    const { type, value } = node;
    if (typeof value === 'string') return [{ name: value.replace(/\s.*$/s, ''), isWritten }];
    if (type === 'ArrayExpression')
      return (node.elements as Tree[]).flatMap((one) => tablesOf(one, isWritten));
    if (/Function/.test(type) || methodOf(node.callee) === 'as') return [];
    const strings = type === 'Identifier' ? bound(String(node.name)) : null;
    return strings?.map((name) => ({ name, isWritten })) ?? [{ isHidden: true, isWritten }];
  }

  /** A template of `sql`: a table by itself, or a statement with what stands where a table would. */
  function readPart(quasi: Tree): Found[] {
    read.add(quasi);
    const statement = textOf(quasi);
    const alone = statement.trim().replaceAll('"', '');
    if (tables.has(alone)) return [{ name: alone, isWritten: true }];
    const holes = readHoles(quasi, (expression, isWritten) => {
      const method = methodOf(expression.callee) ?? '';
      if (NAMES.test(method)) return [];
      if (MAY_NAME.test(method)) return tablesOf((expression.arguments as [Tree])[0], isWritten);
      return isWritten ? tablesOf(expression, true) : [];
    });
    return [...readSqlTables(statement), ...holes];
  }

  function readTemplate(node: Tree): Found[] {
    const statement = textOf(node);
    const holes = STATEMENT.test(statement) ? readHoles(node, tablesOf) : [];
    return [...readSqlTables(statement), ...holes];
  }
}

/** Reads what stands in a template where a table would. */
function readHoles(
  { quasis, expressions }: Tree,
  readHole: (expression: Tree, isWritten: boolean) => Found[],
): Found[] {
  return (expressions as Tree[]).flatMap((expression, index) => {
    const before = rawOf((quasis as Tree[])[index]);
    const isWritten = WRITES_NEXT.test(before);
    return isWritten || READS_NEXT.test(before) ? readHole(expression, isWritten) : [];
  });
}

/** Whether an object is one of Kysely's queries. */
function isOfQuery(node: unknown): boolean {
  if (!isTree(node) || !isTree(node.callee)) return false;
  const method = methodOf(node.callee) ?? '';
  return KYSELY.test(method) || isOfQuery(node.callee.object);
}

/** A method of Kysely that is passed on instead of being called. */
function readReference(name: unknown): Hidden[] {
  const method = isTree(name) ? String(name.name) : '';
  return KYSELY.test(method) ? [{ isHidden: true, isWritten: WRITES.test(method) }] : [];
}

const HIDDEN_WRITE: Hidden = { isHidden: true, isWritten: true };

/** The name of a called method; null if it is computed, or if nothing's method is called. */
function methodOf(callee: unknown): string | null {
  if (!isTree(callee) || !isTree(callee.property)) return null;
  const { computed, property } = callee;
  if (computed) return typeof property.value === 'string' ? property.value : null;
  return String(property.name);
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

const rawOf = (quasi: Tree | undefined) => (quasi?.value as { cooked: string } | undefined)?.cooked ?? '';

const textOf = ({ quasis }: Tree) => (quasis as Tree[]).map(rawOf).join(` ${HOLE} `);
