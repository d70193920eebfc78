import { type Node, parseSync } from 'oxc-parser';
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

type Declared = { file: string; node: Tree };

/** Reads declarations across files; each file is parsed once. */
function createReader(sources: Sources) {
  const bodies = new Map<string, readonly Node[]>();
  const named = new Map<string, string[]>();
  function bodyOf(file: string): readonly Node[] {
    const body = bodies.get(file) ?? parseSync(file, sources.get(file) ?? '').program.body;
    bodies.set(file, body);
    return body;
  }

  /** The declaration behind a name in a file, through imports and re-exports. */
  function find(file: string, name: string): Declared | null {
    for (const statement of bodyOf(file) as unknown as Tree[]) {
      const node = declaredBy(statement, name);
      if (node) return { file, node };
      const inner = nameBehind(statement, name);
      const found = inner && findBehind(file, statement, { name, inner });
      if (found) return found;
    }
    return null;
  }
  function findBehind(file: string, { source }: Tree, { name, inner }: { name: string; inner: string }) {
    if (!isTree(source)) return inner === name ? null : find(file, inner);
    const target = resolveImport(sources, file, String(source.value));
    return target ? find(target, inner) : null;
  }

  function takesDatabase(door: string, name: string): boolean {
    if (name === ALL) return true;
    const found = find(door, name);
    const params = found && Array.isArray(found.node.params) ? (found.node.params as Tree[]) : [];
    return params.some((param) => databasesIn(found?.file ?? door, typeOf(param)).length > 0);
  }

  /** The properties of a type that are databases or contain one; a database itself counts as a property without a name. */
  function databasesIn(file: string, type: unknown): string[] {
    if (!isTree(type)) return [];
    if (Array.isArray(type.types)) return type.types.flatMap((each) => databasesIn(file, each));
    if (type.type === 'TSParenthesizedType') return databasesIn(file, type.typeAnnotation);
    if (Array.isArray(type.members))
      return (type.members as Tree[])
        .filter((member) => databasesIn(file, typeOf(member)).length > 0)
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
    const inside = found ? databasesIn(found.file, found.node.typeAnnotation ?? membersOf(found.node)) : [];
    named.set(key, inside);
    return inside;
  }

  /** Every import of a value from another file of the server. */
  function listCalls(): { caller: string; door: string; name: string }[] {
    const files = [...sources.keys()].filter((file) => file.startsWith('apps/server/src/'));
    return files.flatMap((caller) =>
      (bodyOf(caller) as unknown as Tree[]).flatMap((node) => {
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

/** The type, the function or the value that a statement declares by that name. */
function declaredBy(statement: Tree, name: string): Tree | undefined {
  const node = isTree(statement.declaration) ? statement.declaration : statement;
  const declared = Array.isArray(node.declarations) ? (node.declarations as Tree[]) : [node];
  const found = declared.find(({ id }) => isTree(id) && id.name === name);
  return isTree(found?.init) ? found.init : found;
}

/** The members of an interface as those of a type. */
const membersOf = ({ body }: Tree): Tree | null => (isTree(body) ? { ...body, members: body.body } : null);

/** What a name of a file is called where it comes from: in another file, or in this one if it is exported by another name. */
function nameBehind({ type, exported, specifiers }: Tree, name: string): string | null {
  if (type === 'ExportAllDeclaration' && !exported) return name;
  if (!Array.isArray(specifiers)) return null;
  for (const each of specifiers as Tree[]) {
    const [outer, inner] = isTree(each.exported) ? [each.exported, each.local] : [each.local, each.imported];
    if (isTree(outer) && outer.name === name && isTree(inner)) return String(inner.name);
  }
  return null;
}

/** The annotated type of a parameter or a property. */
function typeOf(node: Tree): unknown {
  const { typeAnnotation } = isTree(node.left) ? node.left : node;
  return isTree(typeAnnotation) ? typeAnnotation.typeAnnotation : undefined;
}

function literalsOf(type: unknown): string[] {
  if (!isTree(type)) return [];
  if (Array.isArray(type.types)) return type.types.flatMap(literalsOf);
  return isTree(type.literal) ? [String(type.literal.value)] : [];
}
