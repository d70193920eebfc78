import { parseSync } from 'oxc-parser';
import { literalsOf } from './find-declared.ts';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { claimsMade, promisesMade, textOf } from './made-json.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

const SERVER = 'apps/server/src/';
const CLAIMED =
  'what a column holds has its generated row type, or is checked by parseStoredColumn (ADR 124), not claimed';
const MADE =
  'JSON that a statement makes is unknown, until parseStoredColumn checks it with a schema beside its shape (ADR 124)';
const SHAPED =
  'JSON of a column is unknown to a statement, until parseStoredColumn checks it, or has the type of its row (ADR 124)';

/** Claims that stay, by file and text, with the reason why nothing is checked there. */
const EXEMPT: Readonly<Record<string, string>> = {
  'platform/idempotency.ts row.answer as Answer':
    'the response of its endpoint checks an answer whenever it is sent',
  'platform/jobs/run-jobs.ts job.payload as object': 'put back into the queue as it was, and read by nobody',
  'platform/jobs/run-jobs.ts job.task_identifier as KeyedTask': 'the same',
};

const ROW_TYPES = `${SERVER}platform/database/database-types.ts`;
/** Columns of row types that hold JSON; what requests have, too, says nothing. */
const JSON_COLUMN = /^ {2}(?!body|headers|format)(\w+): .*\bJson(?:Of)?\b/gm;

/** Types that have the fields of another. */
const WRAPS = /^(Omit|Pick|Partial|Readonly|Required)$/;
const ROWS = /^rows?$/;
const COLUMN = /^[a-z0-9]+(_[a-z0-9]+)+$/;
const RUNS = /^execute(TakeFirst(OrThrow)?)?$/;
const EACH = /^(map|flatMap|filter|find|findLast|some|every|forEach|toSorted)$/;

/** What a file has read from the database: names that hold rows or columns, names of JSON columns, and its own types. */
type Read = { names: Set<unknown>; json: ReadonlySet<string>; types: ReadonlyMap<unknown, unknown> };

/**
 * Lists casts on the server of what the database returned: of rows, of their columns, and of what a query yields; `$castTo`; and JSON
 * columns to which a statement gives a type, `sql<{ pages: Page[] }>`, where its text or the names tell; and JSON that a statement
 * makes itself, or a builder promises, with anything but `unknown` as its type. Names with an underscore are
 * columns everywhere. Entries of `EXEMPT` that claim nothing are listed, too.
 */
export function checkStoredColumns(
  sources: Sources,
  exempt: Readonly<Record<string, string>> = EXEMPT,
): string[] {
  const rowTypes = sources.get(ROW_TYPES) ?? '';
  const json = new Set([...rowTypes.matchAll(JSON_COLUMN)].map(([, column = '']) => column));
  const found = [...sources]
    .filter(([file]) => file.startsWith(SERVER) && !isTest(file) && !file.includes('/system-tests/'))
    .flatMap(([file, text]) => claimsIn(file, text, json));
  const existing = new Set(found.map(({ place }) => place));
  return [
    ...found.filter(({ place }) => !Object.hasOwn(exempt, place)).map(({ problem }) => problem),
    ...Object.keys(exempt)
      .filter((place) => !existing.has(place))
      .map((place) => `scripts/conventions/stored-columns.ts: ${place} is claimed no more`),
  ];
}

function claimsIn(file: string, text: string, json: ReadonlySet<string>) {
  if (!/\bas\b|<|\$castTo/.test(text)) return [];
  const { program } = parseSync(file, text);
  const read = readOf(program, json);
  const claims: { place: string; problem: string }[] = [];
  walkTree(program, (node) => {
    const reason = claimIn(node, read);
    if (!reason) return;
    const line = text.slice(0, node.start).split('\n').length;
    const claim = text.slice(node.start, node.end).replaceAll(/\s+/g, ' ');
    claims.push({ place: `${file.slice(SERVER.length)} ${claim}`, problem: `${file}:${line}: ${reason}` });
  });
  return claims;
}

function claimIn(node: Tree, read: Read): string | undefined {
  if (node.type === 'CallExpression' && nameOf(node.callee) === '$castTo') return CLAIMED;
  if (isCast(node) && isRead(node.expression, read)) return CLAIMED;
  if (promisesMade(node, read.types)) return MADE;
  return node.type === 'TaggedTemplateExpression' ? claimInTemplate(node, read) : undefined;
}

function claimInTemplate({ tag, typeArguments, quasi }: Tree, read: Read): string | undefined {
  if (nameOf(tag) !== 'sql' || !isTree(typeArguments)) return undefined;
  const [type] = [typeArguments.params].flat();
  const members = membersOf(type, read.types);
  if (claimsMade(quasi, { type, members, isWhole: !hasForeign(type, read.types), types: read.types }))
    return MADE;
  return givesJsonTypes(textOf(quasi), members, read) ? SHAPED : undefined;
}

/** Whether a statement says what a JSON column is, by the column's name or by the name that its text gives it. */
function givesJsonTypes(text: string, members: readonly Tree[], { json, types }: Read): boolean {
  const isJson = (name: string) => json.has(new RegExp(`([\\w)]+) as "?${name}\\b`).exec(text)?.[1] ?? name);
  return members.some(
    ({ key, typeAnnotation }) => isTree(key) && isJson(`${key.name}`) && isShape(typeAnnotation, types),
  );
}

/** The fields of a literal type, or of the file's own of that name; none of those within a field. */
function membersOf(type: unknown, types: Read['types']): Tree[] {
  if (!isTree(type)) return [];
  if (type.type === 'TSTypeLiteral') return [type.members].flat().filter(isTree);
  if (isTree(type.typeName)) {
    const { name } = type.typeName;
    if (!WRAPS.test(`${name}`)) return membersOf(types.get(name), types);
    const [of, keys] = isTree(type.typeArguments) ? [type.typeArguments.params].flat() : [];
    const chosen = keysOf(keys, types);
    const isLeft = ({ key }: Tree) => isTree(key) && chosen.includes(`${key.name}`);
    if (name === 'Pick') return membersOf(of, types).filter(isLeft);
    return membersOf(of, types).filter((member) => name !== 'Omit' || !isLeft(member));
  }
  return [type.params, type.types, type.typeAnnotation].flat().flatMap((part) => membersOf(part, types));
}

function keysOf(type: unknown, types: Read['types']): string[] {
  if (isTree(type) && isTree(type.typeName)) return keysOf(types.get(type.typeName.name), types);
  return isTree(type) && Array.isArray(type.types)
    ? type.types.flatMap((part) => keysOf(part, types))
    : literalsOf(type);
}

/** Whether a type has fields that its file does not show. */
function hasForeign(type: unknown, types: Read['types']): boolean {
  if (!isTree(type)) return false;
  if (!isTree(type.typeName))
    return [type.types, type.typeAnnotation].flat().some((part) => hasForeign(part, types));
  const { name } = type.typeName;
  const [of, value] = isTree(type.typeArguments) ? [type.typeArguments.params].flat() : [];
  if (name === 'Record') return !isTree(value) || value.type !== 'TSUnknownKeyword';
  return WRAPS.test(`${name}`)
    ? hasForeign(of, types)
    : !types.has(name) || hasForeign(types.get(name), types);
}

/** Whether a type says what is in an object: not texts and numbers, which JSON may be, nor what row types say. */
function isShape(type: unknown, types: Read['types']): boolean {
  if (!isTree(type)) return false;
  if (type.type === 'TSTypeLiteral') return true;
  if (isTree(type.typeName)) {
    const { name } = type.typeName;
    if (name === 'Selectable') return false;
    if (name === 'NonNullable' && isTree(type.typeArguments))
      return [type.typeArguments.params].flat().some((part) => isShape(part, types));
    return !types.has(name) || isShape(types.get(name), types);
  }
  const parts = [type.typeAnnotation, type.elementType, type.objectType, type.types].flat();
  return parts.some((part) => isShape(part, types));
}

function isCast({ type, typeAnnotation }: Tree): boolean {
  if (type !== 'TSAsExpression' && type !== 'TSTypeAssertion') return false;
  return isTree(typeAnnotation) && typeAnnotation.type !== 'TSUnknownKeyword';
}

/** What queries yield, what is taken of that, and what a row is called when something is done with each. */
function readOf(program: unknown, json: ReadonlySet<string>): Read {
  const read = { names: new Set<unknown>(), json, types: new Map<unknown, unknown>() };
  for (let before = -1; before < read.names.size; ) {
    before = read.names.size;
    walkTree(program, ({ type, id, init, callee, arguments: given, typeAnnotation }) => {
      if (type === 'TSTypeAliasDeclaration' && isTree(id)) read.types.set(id.name, typeAnnotation);
      if (type === 'VariableDeclarator' && isRead(init, read)) addNames(id, read.names);
      if (type === 'CallExpression' && isOfEach(callee, read)) addParameter([given].flat()[0], read.names);
    });
  }
  return read;
}

function addParameter(act: unknown, names: Set<unknown>): void {
  if (isTree(act)) addNames([act.params].flat()[0], names);
}

const isOfEach = (callee: unknown, read: Read): boolean =>
  isTree(callee) && EACH.test(nameOf(callee)) && isRead(callee.object, read);

/** Adds the names that a pattern binds. */
function addNames(pattern: unknown, names: Set<unknown>): void {
  if (!isTree(pattern)) return;
  if (pattern.type === 'Identifier') names.add(pattern.name);
  for (const part of [pattern.properties, pattern.elements].flat()) {
    if (isTree(part)) addNames(part.type === 'Property' ? part.value : (part.argument ?? part), names);
  }
  if (pattern.type === 'AssignmentPattern') addNames(pattern.left, names);
}

/** Whether a value is what the database returned, or a part of it. */
function isRead(node: unknown, read: Read): boolean {
  if (!isTree(node)) return false;
  const { type, computed, name, object, property, callee, argument, expression, left } = node;
  const isColumn = (column: unknown) => COLUMN.test(`${column}`) || read.json.has(`${column}`);
  if (type === 'Identifier') return read.names.has(name) || ROWS.test(`${name}`) || isColumn(name);
  if (type === 'MemberExpression')
    return (!computed && isTree(property) && isColumn(property.name)) || isRead(object, read);
  if (type === 'CallExpression') return isQuery(callee) || isOfEach(callee, read);
  return [argument, expression, left].some((part) => isRead(part, read));
}

/** The running of a query, `db.selectFrom('a').execute()`, not of anything else that has such a name. */
const isQuery = (callee: unknown): boolean =>
  isTree(callee) && callee.type === 'MemberExpression' && RUNS.test(nameOf(callee));

/** The name by which something is called: `execute` of `query.execute`. */
function nameOf(callee: unknown): string {
  if (!isTree(callee)) return '';
  const { name, property } = callee;
  return isTree(property) ? String(property.name ?? property.value) : String(name);
}
