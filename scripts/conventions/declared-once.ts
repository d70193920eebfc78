import { dirname } from 'node:path/posix';
import { parseSync } from 'oxc-parser';
import { listFunctionTypes } from './function-types.ts';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, lineOf, onOneLine, type Tree, walkTree } from './syntax.ts';

/** An object type of two fields or more: without a name if it is written where it is used. */
type Shape = Place & { name: string | null; fields: string; isBranded: boolean };
type Place = { file: string; line: number };

const SERVER = 'apps/server/src/';
const SIDES = [SERVER, 'apps/web/src/'];
const CONTRACTS = 'packages/contracts/src/';
const PROBLEM = `${SERVER}platform/problem.ts`;
/** Names that only say what a declaration is for: two functions may take the same. */
const LOCAL = /^(Props|Options|Parts|Search)$|Deps$/;
/** Shapes that are equal by chance: what they stand for differs. */
const ALIKE: Readonly<Record<string, string>> = {
  CodeRef: 'a project, and an invoice, by the code of the system that sent it',
  Point: 'of a finger on the grid, and on the stage',
  Run: 'of letters, and of tiles',
  Size: 'of the stage, and of paper',
};
/** The same of shapes with different names, by their fields. */
const ALIKE_UNDER_NAMES: Readonly<Record<string, string>> = {
  'code: string; customerId: CustomerId':
    'a product, a widget, and a project of the shop, each by its own code',
  'customerId: CustomerId; id: string': 'a declaration, an event, and a list, each by its own id',
  'end: number; first: number': 'of photos, and of sections',
};
/** Functions whose types are equal by chance, by their names. */
const ALIKE_FUNCTIONS: Readonly<Record<string, string>> = {
  isPending: 'of a deletion, and of a change of the account',
};
const ONE_FAULT = /\berrors(?::|\s=)\s*\[\s*\{/g;
/** What every room may import from. */
const IMPORTABLE = /^(packages\/contracts\/src|apps\/server\/src\/platform|apps\/web\/src\/shared)\//;
const CONTRACT = /^@keepsake\/contracts\//;

type Alike = Readonly<Record<'names' | 'fields' | 'functions', Readonly<Record<string, string>>>>;

/**
 * Lists shapes that one side of the application, together with the contracts, declares twice under one name; those of one room, and
 * those with a branded type or one of the contracts, under any name, or written out where a named one can be used; function types
 * that two modules declare; and problems about a single field that are not made by `faultyField`.
 */
export function checkDeclaredOnce(
  sources: Sources,
  alike: Alike = { names: ALIKE, fields: ALIKE_UNDER_NAMES, functions: ALIKE_FUNCTIONS },
): string[] {
  const shapes = [...sources]
    .filter(([file]) => !isTest(file))
    .flatMap(([file, text]) => listShapes(file, text));
  return [
    ...new Set([
      ...judgeTwins(shapes, alike.names),
      ...judgeOtherNames(shapes, alike.fields),
      ...judgeFunctions(sources, alike.functions),
      ...[...sources].flatMap(([file, text]) => listProblems(file, text)),
    ]),
  ];
}

/** Shapes of one name. */
function judgeTwins(shapes: readonly Shape[], alike: Readonly<Record<string, string>>): string[] {
  const named = shapes.filter(({ name }) => name !== null);
  const twins = groupsOf(named, ({ name, fields }) => `${name} ${fields}`).flatMap(([first, ...others]) =>
    others.map((other) => ({
      key: other.name ?? '',
      fault: `${placeOf(other)}: ${other.name} is declared in ${placeOf(first)} already`,
    })),
  );
  return [...listUnexcused(twins, alike), ...listSingle(twins, alike)];
}

/**
 * Shapes of other names, and unnamed ones beside a name that their file can import; where nothing in them has a branded type, or one
 * of the contracts, only those of one room.
 */
function judgeOtherNames(shapes: readonly Shape[], alike: Readonly<Record<string, string>>): string[] {
  const twins = groupsOf(shapes, ({ fields }) => fields).flatMap((group) => {
    const isDistinct = group.some(({ isBranded }) => isBranded);
    const owners = group.filter(({ name }) => name !== null);
    return group.flatMap((shape) => {
      const owner = owners.find(
        (one) => isAnother(one, shape) && (isDistinct || isNear(one.file, shape.file)),
      );
      return owner
        ? [{ key: shape.fields, fault: `${placeOf(shape)}: this is ${owner.name} of ${placeOf(owner)}` }]
        : [];
    });
  });
  return [...listUnexcused(twins, alike), ...listSingle(twins, alike)];
}

/** Functions that types of several modules ask for or promise. */
function judgeFunctions(sources: Sources, alike: Readonly<Record<string, string>>): string[] {
  const declared = [...sources]
    .filter(([file]) => !isTest(file) && isOfSides(file))
    .flatMap(([file, text]) =>
      listFunctionTypes(file, text).map((each) => ({ ...each, file, line: lineOf(text, each.start) })),
    );
  const twins = groupsOf(declared, ({ name, signature }) => `${name} ${signature}`).flatMap(
    ([first, ...others]) =>
      others
        .filter(({ file }) => first && roomOf(file) !== roomOf(first.file))
        .map((other) => ({
          key: other.name,
          fault: `${placeOf(other)}: ${other.name} has its type in ${placeOf(first)} already`,
        })),
  );
  return [...listUnexcused(twins, alike), ...listSingle(twins, alike)];
}

/** Whether a shape should be the owner's: of two names the first in order is, and what has none takes what is near. */
function isAnother(owner: Shape, shape: Shape): boolean {
  if (shape.name === null) return IMPORTABLE.test(owner.file) || isNear(owner.file, shape.file);
  return owner.name !== shape.name && isBefore(owner, shape);
}

/** What the contracts have is before all else. */
function isBefore(one: Place, other: Place): boolean {
  if (one.file === other.file) return one.line < other.line;
  const [first, second] = [one, other].map(({ file }) => `${file.startsWith(CONTRACTS) ? 0 : 1} ${file}`);
  return `${first}` < `${second}`;
}

/** Whether two files are in one room, or outside rooms in one folder. */
const isNear = (one: string, other: string) =>
  roomOf(one) === roomOf(other) || (ROOM.exec(one) === null && dirname(one) === dirname(other));
const ROOM = /^.*\/(?:modules|features)\/[^/]+\/[^/]+(?=\/)/;
const roomOf = (file: string) => ROOM.exec(file)?.[0] ?? file;
const placeOf = (place: Place | undefined) => `${place?.file}:${place?.line}`;
const isOfSides = (file: string) => [...SIDES, CONTRACTS].some((folder) => file.startsWith(folder));

type Twin = { key: string; fault: string };

const listUnexcused = (twins: readonly Twin[], alike: Readonly<Record<string, string>>) =>
  twins.filter(({ key }) => !Object.hasOwn(alike, key)).map(({ fault }) => fault);

function listSingle(twins: readonly Twin[], alike: Readonly<Record<string, string>>): string[] {
  const found = new Set(twins.map(({ key }) => key));
  return Object.keys(alike)
    .filter((key) => !found.has(key))
    .map((key) => `scripts/conventions/declared-once.ts: ${key} is declared once`);
}

/** What has one key on a side, which sees the contracts too. */
const groupsOf = <Declared extends Place>(declared: readonly Declared[], keyOf: (one: Declared) => string) =>
  SIDES.flatMap((side) => {
    const seen = declared.filter(({ file }) => file.startsWith(side) || file.startsWith(CONTRACTS));
    return [...Map.groupBy(seen, keyOf).values()].filter(({ length }) => length > 1);
  });

function listProblems(file: string, text: string): string[] {
  if (!file.startsWith(SERVER) || file === PROBLEM || isTest(file)) return [];
  return [...text.matchAll(ONE_FAULT)].map(
    ({ index }) => `${file}:${lineOf(text, index)}: a problem about one field is made by faultyField`,
  );
}

function listShapes(file: string, text: string): Shape[] {
  if (!isOfSides(file)) return [];
  const { program } = parseSync(file, text);
  const brands = new Set(program.body.flatMap((statement) => importedFrom(statement as unknown as Tree)));
  const names = namesAtTop(program.body as unknown as Tree[]);
  const shapes: Shape[] = [];
  walkTree(program, (node) => {
    const fields = fieldsOf(node, text);
    const name = names.get(node.start) ?? null;
    if (fields.length < 2 || (name !== null && LOCAL.test(name))) return;
    const isBranded = fields.some((field) => [...field.matchAll(/\w+/g)].some(([word]) => brands.has(word)));
    shapes.push({ name, fields: fields.join('; '), file, line: lineOf(text, node.start), isBranded });
  });
  return shapes;
}

/** The names of object types at the top of a file, by where each type begins. */
function namesAtTop(body: readonly Tree[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const statement of body) {
    const declared = isTree(statement.declaration) ? statement.declaration : statement;
    const { type, id, typeAnnotation } = declared;
    if (
      type === 'TSTypeAliasDeclaration' &&
      isTree(id) &&
      isTree(typeAnnotation) &&
      typeAnnotation.type === 'TSTypeLiteral'
    )
      names.set(typeAnnotation.start, String(id.name));
  }
  return names;
}

/** The names that a statement imports from the contracts; `CustomerId` is one of them, inside them too. */
function importedFrom({ type, source, specifiers }: Tree): string[] {
  if (type !== 'ImportDeclaration' || !isTree(source) || !Array.isArray(specifiers)) return [];
  const from = String(source.value);
  return specifiers.filter(isTree).flatMap(({ local }) => {
    const name = isTree(local) ? String(local.name) : '';
    return CONTRACT.test(from) || name === 'CustomerId' ? [name] : [];
  });
}

/** Each field as written, without comments, in any order. */
function fieldsOf(type: Tree, text: string): string[] {
  if (type.type !== 'TSTypeLiteral' || !Array.isArray(type.members)) return [];
  return type.members
    .filter(isTree)
    .map(({ start, end }: Tree) => onOneLine(text.slice(start, end)))
    .sort();
}
