import { parseSync } from 'oxc-parser';
import { annotatedType, createDeclarations, literalsOf, typeBehind } from './find-declared.ts';
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
const PLATFORM = ['db', 'connection'];

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

/** Reads which types are databases, across files. */
function createReader(sources: Sources) {
  const { bodyOf, find } = createDeclarations(sources);
  const named = new Map<string, string[]>();

  function takesDatabase(door: string, name: string): boolean {
    if (name === ALL) return true;
    const found = find(door, name);
    const params = found && Array.isArray(found.node.params) ? (found.node.params as Tree[]) : [];
    return params.some((param) => databasesIn(found?.file ?? door, annotatedType(param)).length > 0);
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
        .filter((name) => literalsOf(type.indexType).includes(name))
        .map(() => '');
    return databasesOfReference(file, type);
  }
  /** The same of a type that is named, or taken from its file where it stands. */
  function databasesOfReference(file: string, { typeName, qualifier, source, typeArguments }: Tree) {
    const [name, from] = [qualifier ?? typeName, isTree(source) ? String(source.value) : null];
    const target = from === null ? file : resolveImport(sources, file, from);
    if (!isTree(name) || !target) return [];
    const args = isTree(typeArguments) ? (typeArguments.params as Tree[]) : [];
    return databasesOf(target, String(name.name), args);
  }
  function databasesOf(file: string, name: string, [of, keys]: readonly Tree[]): string[] {
    if (DATABASE.test(name)) return [''];
    if (name === 'Platform') return PLATFORM;
    if (name === 'Pick' || name === 'Omit') {
      const isPicked = name === 'Pick';
      return databasesIn(file, of).filter((key) => literalsOf(keys).includes(key) === isPicked);
    }
    if (name === 'Queryable') return [];
    if (/^(Readonly|Partial|Required)$/.test(name)) return databasesIn(file, of);
    return databasesBehind(file, name);
  }
  /** The same of a type that is declared; a type that contains itself ends where it does. */
  function databasesBehind(file: string, name: string): string[] {
    const key = `${file} ${name}`;
    const existing = named.get(key);
    if (existing) return existing;
    named.set(key, []);
    const found = find(file, name);
    const inside = found ? databasesIn(found.file, typeBehind(found.node)) : [];
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
