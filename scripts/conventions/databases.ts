import { type Node, parseSync } from 'oxc-parser';
import { resolveImport, type Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree } from './syntax.ts';

const MODULES = 'apps/server/src/modules/';
const DOOR = /^apps\/server\/src\/modules\/([^/]+\/[^/]+)\/index\.ts$/;
/** Processes without modules: an operator's command, and what fills the demo. */
const WITHOUT_MODULES = /^apps\/server\/src\/(cli|demo)\//;
/** What a wing builds lives on, and begins transactions when it wants. */
const FACTORY = /^create[A-Z]/;
const DATABASE = 'Database';
const PLATFORM = ['db', 'connection'];

/** Functions with a whole database that other modules still call; the list only becomes shorter. */
const EXCUSED = ['exchange/sent-files storeSent'];

/**
 * Lists functions that take a whole database, leave their module and are called by another or by a wing, one sentence each. Such a
 * function begins transactions of its own, and so is a method of what `createX` returns; what may run in its caller's takes a
 * `Queryable` (ADR 108). Entries of the list that nobody needs are listed, too.
 */
export function checkDatabases(sources: Sources, excused: readonly string[] = EXCUSED): string[] {
  const read = createReader(new Map([...sources].filter(([file]) => !isTest(file))));
  const found = read.listCalls().flatMap(({ caller, door, name }) => {
    const module = DOOR.exec(door)?.[1];
    const isOwn = !module || caller.startsWith(`${MODULES}${module}/`);
    const isBuilding = FACTORY.test(name) && !caller.startsWith(MODULES);
    if (isOwn || isBuilding || WITHOUT_MODULES.test(caller) || !read.takesDatabase(door, name)) return [];
    return [{ key: `${module} ${name}`, caller }];
  });
  const keys = new Set(found.map(({ key }) => key));
  return [
    ...found
      .filter(({ key }) => !excused.includes(key))
      .map(
        ({ key, caller }) =>
          `${caller}: ${key} takes a whole database: a Queryable, or a method of the module`,
      ),
    ...excused
      .filter((key) => !keys.has(key))
      .map((key) => `scripts/conventions/databases.ts: remove ${key}`),
  ];
}

type Declared = { file: string; node: Tree };

/** Reads declarations across files; each file is parsed once. */
function createReader(sources: Sources) {
  const bodies = new Map<string, readonly Node[]>();
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
      const target = inner && resolveImport(sources, file, String((statement.source as Tree).value));
      if (target) return find(target, inner);
    }
    return null;
  }

  function takesDatabase(door: string, name: string): boolean {
    const found = find(door, name);
    const params = found && Array.isArray(found.node.params) ? (found.node.params as Tree[]) : [];
    return params.some((param) => databasesIn(found?.file ?? door, typeOf(param)).length > 0);
  }

  /** The properties of a type that are databases or contain one; a database itself counts as a property without a name. */
  function databasesIn(file: string, type: unknown): string[] {
    if (!isTree(type)) return [];
    if (Array.isArray(type.types)) return type.types.flatMap((each) => databasesIn(file, each));
    if (Array.isArray(type.members))
      return (type.members as Tree[])
        .filter((member) => databasesIn(file, typeOf(member)).length > 0)
        .map(({ key }) => String((key as Tree).name));
    if (type.type === 'TSIndexedAccessType')
      return databasesIn(file, type.objectType).filter((name) => literalsOf(type.indexType).includes(name));
    if (type.type !== 'TSTypeReference' || !isTree(type.typeName)) return [];
    const args = isTree(type.typeArguments) ? (type.typeArguments.params as Tree[]) : [];
    return databasesOf(file, String(type.typeName.name), args);
  }
  function databasesOf(file: string, name: string, [of, keys]: readonly Tree[]): string[] {
    if (name === DATABASE) return [''];
    if (name === 'Platform') return PLATFORM;
    if (name === 'Pick' || name === 'Omit') {
      const isPicked = name === 'Pick';
      return databasesIn(file, of).filter((key) => literalsOf(keys).includes(key) === isPicked);
    }
    if (name === 'Queryable') return [];
    if (/^(Readonly|Partial|Required)$/.test(name)) return databasesIn(file, of);
    const found = find(file, name);
    return found?.node.type === 'TSTypeAliasDeclaration'
      ? databasesIn(found.file, found.node.typeAnnotation)
      : [];
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
          name: String(isTree(imported) && imported.name),
        }));
      }),
    );
  }
  return { takesDatabase, listCalls };
}

/** The type, the function or the value that a statement declares by that name. */
function declaredBy(statement: Tree, name: string): Tree | undefined {
  const node = isTree(statement.declaration) ? statement.declaration : statement;
  const declared = Array.isArray(node.declarations) ? (node.declarations as Tree[]) : [node];
  const found = declared.find(({ id }) => isTree(id) && id.name === name);
  return isTree(found?.init) ? found.init : found;
}

/** What a name of a file is called in the file that it is imported or re-exported from. */
function nameBehind({ source, specifiers }: Tree, name: string): string | null {
  if (!isTree(source) || !Array.isArray(specifiers)) return null;
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
