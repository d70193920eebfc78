import { parseSync } from 'oxc-parser';
import { annotatedType, createDeclarations, type Declared, literalsOf, typeBehind } from './find-declared.ts';
import { resolveImport, type Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

const MODULES = 'apps/server/src/modules/';
const DOOR = /^apps\/server\/src\/modules\/([^/]+\/[^/]+)\/index\.ts$/;
/** Processes without modules: an operator's command, and what fills the demo. */
const WITHOUT_MODULES = /^apps\/server\/src\/(cli|demo)\//;
/** What a wing builds lives on, and begins transactions when it wants. */
const FACTORY = /^create[A-Z]/;
const DATABASE = /^(Database|Kysely)$/;
/** Stands for all names of a module. */
const ALL = '*';
/** Where databases are opened, and made into what everybody else calls them. */
const NAMES_KYSELY = /^apps\/server\/src\/platform\/database\//;
const PLATFORM = ['db', 'prepared', 'connection'];
/** Hold what they are given, by whatever name. */
const SAME = /^(Readonly|Partial|Required|NonNullable|Awaited|Exclude|Extract|NoInfer)$/;
const FUNCTION = /^((Arrow)?Function(Declaration|Expression)|TS(EmptyBody|Declare)Function\w*)$/;

/**
 * Lists functions that take a whole database, leave their module and are called by another or by a wing, one sentence each. Such a
 * function begins transactions of its own, and so is a method of what `createX` returns; what may run in its caller's takes a
 * `Queryable` (ADR 108).
 */
export function checkDatabases(sources: Sources): string[] {
  const production = new Map([...sources].filter(([file]) => !isTest(file)));
  const read = createReader(production);
  const found = read.listCalls().flatMap(({ caller, door, name }) => {
    const module = DOOR.exec(door)?.[1];
    const isOwn = !module || caller.startsWith(`${MODULES}${module}/`);
    const isBuilding = FACTORY.test(name) && !caller.startsWith(MODULES);
    if (isOwn || isBuilding || WITHOUT_MODULES.test(caller) || !read.takesDatabase(door, name)) return [];
    return [`${caller}: ${module} ${name} takes a whole database: a Queryable, or a method of the module`];
  });
  return [...[...production].flatMap(([file, text]) => listDisguises(file, text, read.isDatabase)), ...found];
}

/**
 * Places that call a whole database by another name: Kysely's own types, and an assertion, which makes one of a transaction. Only
 * the platform's database names them.
 */
function listDisguises(
  file: string,
  text: string,
  isDatabase: (file: string, type: unknown) => boolean,
): string[] {
  if (!file.startsWith('apps/server/src/') || NAMES_KYSELY.test(file)) return [];
  const found: string[] = [];
  walkTree(parseSync(file, text).program, (node) => {
    const at = () => `${file}:${text.slice(0, node.start).split('\n').length}`;
    if (isOfKysely(node)) found.push(`${at()}: what Kysely calls a database is a Database or a Queryable`);
    const isAsserted = node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion';
    if (isAsserted && (isConnection(node.expression) || isDatabase(file, node.typeAnnotation)))
      found.push(`${at()}: a transaction is no whole database: who takes it takes a Queryable`);
  });
  return found;
}

/** The import of a type that is a database, of all of Kysely, or `import('kysely')`. */
function isOfKysely({ type, source, specifiers }: Tree): boolean {
  if (!isTree(source) || source.value !== 'kysely') return false;
  if (type !== 'ImportDeclaration') return true;
  return (specifiers as Tree[]).some(
    ({ imported }) => !isTree(imported) || /^(Kysely|(Controlled)?Transaction)$/.test(String(imported.name)),
  );
}

const isConnection = (node: unknown) =>
  isTree(node) && node.type === 'Identifier' && /^(db|trx)$/.test(String(node.name));

/** The types of what a function takes, and what its own type parameters stand for. */
function typesTaken({ params, typeParameters }: Tree): unknown[] {
  const given = Array.isArray(params) ? (params as Tree[]).map(annotatedType) : [];
  const generic = isTree(typeParameters) ? (typeParameters.params as Tree[]) : [];
  return [...given, ...generic.flatMap((one) => [one.constraint, one.default])];
}

/**
 * The functions that a value is, or holds: one that is wrapped, a method, one that a function returns at once. What a function does
 * inside is its own.
 */
function functionsIn(node: unknown): Tree[] {
  if (Array.isArray(node)) return node.flatMap(functionsIn);
  if (!isTree(node)) return [];
  if (!FUNCTION.test(node.type)) return Object.values(node).flatMap(functionsIn);
  const returnsOne = isTree(node.body) && FUNCTION.test(node.body.type);
  return [node, ...(returnsOne ? functionsIn(node.body) : [])];
}

/** The types that another is made of, other than by a name or by properties. */
function partsOf({ type, operator, elementType, elementTypes, trueType, falseType, typeAnnotation }: Tree) {
  if (type === 'TSMappedType' || operator === 'readonly') return [typeAnnotation];
  const listed = Array.isArray(elementTypes) ? elementTypes : [];
  return [elementType, ...listed, trueType, falseType].filter(isTree);
}

/** The database's own name of Kysely under which a file imports it. */
const nameInKysely = (body: readonly Tree[], name: string): string[] =>
  body
    .filter(isOfKysely)
    .flatMap(({ specifiers }) => (Array.isArray(specifiers) ? (specifiers as Tree[]) : []))
    .flatMap(({ local, imported }) =>
      isTree(local) && local.name === name && isTree(imported) && DATABASE.test(String(imported.name))
        ? [String(imported.name)]
        : [],
    );

/** Reads which types are databases, across files. */
function createReader(sources: Sources) {
  const { bodyOf, find } = createDeclarations(sources);
  const named = new Map<string, string[]>();

  function takesDatabase(door: string, name: string): boolean {
    if (name === ALL) return true;
    const found = find(door, name);
    if (!found) return false;
    const made = functionsIn(found.node);
    return [...made, ...functionTypes(found.file, annotationOf(found))].some((one) =>
      typesTaken(one).some((type) => databasesIn(found.file, type).length > 0),
    );
  }
  /** The type that is written beside the name of a declared value. */
  function annotationOf({ file, node }: Declared): unknown {
    const declared = bodyOf(file).flatMap(({ declaration, declarations }) =>
      isTree(declaration) ? (declaration.declarations ?? []) : (declarations ?? []),
    ) as Tree[];
    const own = declared.find(({ init }) => init === node);
    return own && isTree(own.id) ? annotatedType(own.id) : undefined;
  }
  /** The type of a function, or the one that a name stands for. */
  function functionTypes(file: string, type: unknown): Tree[] {
    if (!isTree(type)) return [];
    if (type.type === 'TSFunctionType') return [type];
    const found = isTree(type.typeName) ? find(file, String(type.typeName.name)) : null;
    return found ? functionTypes(found.file, typeBehind(found.node)) : [];
  }

  /** The properties of a type that are databases or contain one; a database itself counts as a property without a name. */
  function databasesIn(file: string, type: unknown): string[] {
    if (!isTree(type)) return [];
    if (Array.isArray(type.types)) return type.types.flatMap((each) => databasesIn(file, each));
    if (type.type === 'TSParenthesizedType') return databasesIn(file, type.typeAnnotation);
    if (Array.isArray(type.members))
      return (type.members as Tree[])
        .filter((member) => databasesIn(file, annotatedType(member)).length > 0)
        .map(({ key }) => String((key as Tree).name));
    if (type.type === 'TSIndexedAccessType')
      return databasesIn(file, type.objectType)
        .filter((name) => name === '' || literalsOf(type.indexType).includes(name))
        .map(() => '');
    if (type.type === 'TSTypeQuery' && isConnection(type.exprName)) return [''];
    const parts = partsOf(type);
    return parts.length > 0 ? wholeOf(file, parts) : databasesOfReference(file, type);
  }
  /** A type that holds others counts as a database if one of them is one, or contains one. */
  const wholeOf = (file: string, types: readonly unknown[]): string[] =>
    types.some((type) => databasesIn(file, type).length > 0) ? [''] : [];
  /** The same of a type that is named, or taken from its file where it stands. */
  function databasesOfReference(file: string, { typeName, qualifier, source, typeArguments }: Tree) {
    const [name, from] = [qualifier ?? typeName, isTree(source) ? String(source.value) : null];
    const target = from === null ? file : resolveImport(sources, file, from);
    if (!isTree(name) || !target) return [];
    const args = isTree(typeArguments) ? (typeArguments.params as Tree[]) : [];
    return databasesOf(target, String(name.name), args);
  }
  function databasesOf(file: string, name: string, args: readonly Tree[]): string[] {
    const [of, keys] = args;
    if (DATABASE.test(name)) return [''];
    if (name === 'Platform') return PLATFORM;
    if (name === 'Pick' || name === 'Omit') {
      const isPicked = name === 'Pick';
      return databasesIn(file, of).filter((key) => literalsOf(keys).includes(key) === isPicked);
    }
    if (name === 'Queryable') return [];
    if (SAME.test(name)) return databasesIn(file, of);
    if (name === 'ReturnType' || name === 'Parameters') return databasesOfFunction(file, name, of);
    return [...databasesBehind(file, name), ...wholeOf(file, args)];
  }
  /** The same of what a function of that name returns, or takes. */
  function databasesOfFunction(file: string, part: string, of: Tree | undefined): string[] {
    const name = of?.type === 'TSTypeQuery' && isTree(of.exprName) ? String(of.exprName.name) : '';
    const found = find(file, name);
    if (!found) return [];
    if (part === 'Parameters') return wholeOf(found.file, typesTaken(found.node));
    const { returnType } = found.node;
    return databasesIn(found.file, isTree(returnType) ? returnType.typeAnnotation : undefined);
  }
  /** The same of a type that is declared; a type that contains itself ends where it does. */
  function databasesBehind(file: string, name: string): string[] {
    const key = `${file} ${name}`;
    const existing = named.get(key);
    if (existing) return existing;
    named.set(key, []);
    const found = find(file, name);
    const extended = found && Array.isArray(found.node.extends) ? (found.node.extends as Tree[]) : [];
    const inside = found
      ? [
          ...databasesIn(found.file, typeBehind(found.node)),
          ...extended.flatMap(({ expression, typeArguments }) =>
            databasesOfReference(found.file, {
              ...(expression as Tree),
              typeName: expression,
              typeArguments,
            }),
          ),
        ]
      : nameInKysely(bodyOf(file), name).map(() => '');
    named.set(key, inside);
    return inside;
  }

  /** Every import of a value from another file of the server. */
  function listCalls(): { caller: string; door: string; name: string }[] {
    const files = [...sources.keys()].filter((file) => file.startsWith('apps/server/src/'));
    return files.flatMap((caller) =>
      bodyOf(caller).flatMap((node) => {
        if (node.type !== 'ImportDeclaration' || node.importKind === 'type') return [];
        const door = resolveImport(sources, caller, String((node.source as Tree).value));
        if (!door || !DOOR.test(door)) return [];
        return (node.specifiers as Tree[]).map(({ imported }) => ({
          caller,
          door,
          name: String(isTree(imported) ? imported.name : ALL),
        }));
      }),
    );
  }
  return {
    takesDatabase,
    listCalls,
    isDatabase: (file: string, type: unknown) => databasesIn(file, type).includes(''),
  };
}
