import { isTree, type Tree, walkTree } from '../syntax.ts';
import { type Declaration, type Named, namesIn } from './declarations.ts';
import { sliceRoom, type Tools } from './slice.ts';

const MODULE = /^apps\/server\/src\/modules\/[^/]+\/[^/]+\//;

type ServerFiles = {
  files: readonly string[];
  /** The `createX` of each module that answers. */
  doors: readonly Named[];
};

/**
 * The files of modules that answer the given calls: the handler with what it needs, the way to it from the module's entry, and
 * what the entry declares of its tables and personal data.
 */
export function listServerFiles(tools: Tools, calls: readonly Named[]): ServerFiles {
  const answers = calls.flatMap((call) =>
    tools.files.flatMap((file) => {
      const [room] = MODULE.exec(file) ?? [];
      const answering = room && findRoute(tools, file, call);
      return room && answering ? [filesOfRoute(tools, { room, file, answering })] : [];
    }),
  );
  return {
    files: answers.flatMap(({ files }) => files),
    doors: answers.flatMap(({ doors }) => doors),
  };
}

type Found = { room: string; file: string; answering: Answering };

function filesOfRoute(tools: Tools, { room, file, answering }: Found): ServerFiles {
  const index = `${room}index.ts`;
  const { imported, statements } = tools.read(index);
  const create = statements.find(({ names: [name = ''] }) => /^create[A-Z]/.test(name));
  const declared = create ? propertiesOf(create.node, ['tables', 'personalData']) : [];
  const nodes = [
    ...withLocals(answering).map((node) => ({ file, node })),
    ...declared.map((node) => ({ file: index, node })),
  ];
  const given = namesIn(paramsOf(create?.node)).flatMap((name) => imported.get(name)?.file ?? []);
  return {
    files: [
      ...wayTo(tools, { room, from: index, to: file }),
      ...sliceRoom(tools, room, { nodes }).files,
      ...given.filter((each) => each.startsWith(room)),
    ],
    doors: create ? [{ file: index, name: create.names[0] ?? '' }] : [],
  };
}

type Answering = { route: Tree; statement: Declaration };

/** The `route(call, handler)` of a call in a file, and the statement that contains it. */
function findRoute({ sources, read }: Tools, file: string, call: Named): Answering | undefined {
  if (!sources.get(file)?.includes(call.name)) return undefined;
  const { imported, statements } = read(file);
  const isCall = (target: Named) => target.file === call.file && target.name === call.name;
  const local = [...imported].find(([, target]) => isCall(target))?.[0];
  if (local === undefined) return undefined;
  for (const statement of statements) {
    let route: Tree | undefined;
    walkTree(statement.node, (node) => {
      if (isRouteOf(node, local)) route = node;
    });
    if (route) return { route, statement };
  }
  return undefined;
}

const isRouteOf = ({ type, callee, arguments: given }: Tree, local: string) =>
  type === 'CallExpression' && isNamed(callee, 'route') && Array.isArray(given) && isNamed(given[0], local);

const isNamed = (node: unknown, name: string) =>
  isTree(node) && node.type === 'Identifier' && node.name === name;

/** A route, and what it uses of the constants and functions around it. */
function withLocals({ route, statement }: Answering): Tree[] {
  const locals = new Map<string, Tree>();
  walkTree(statement.node, (node) => {
    const isLocal = node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration';
    if (isLocal && !statement.names.includes(namesIn(node.id)[0] ?? ''))
      for (const name of namesIn(node.id)) locals.set(name, node);
  });
  const found = new Set<Tree>([route]);
  for (const node of found)
    for (const name of namesIn(node)) {
      const local = locals.get(name);
      if (local) found.add(local);
    }
  return [...found];
}

function propertiesOf(node: Tree, names: readonly string[]): Tree[] {
  const values: Tree[] = [];
  walkTree(node, ({ type, key, value }) => {
    const isWanted = type === 'Property' && isTree(key) && names.includes(String(key.name));
    if (isWanted && isTree(value)) values.push(value);
  });
  return values;
}

/** The files on the shortest way of imports within a room, both ends included. */
function wayTo({ read }: Tools, { room, from, to }: { room: string; from: string; to: string }): string[] {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  for (const [file] of cameFrom) {
    if (file === to) break;
    for (const target of read(file).imported.values())
      if (target.file.startsWith(room) && !cameFrom.has(target.file)) cameFrom.set(target.file, file);
  }
  const way: string[] = [];
  for (let file: string | undefined = to; file !== undefined; file = cameFrom.get(file)) way.push(file);
  return way;
}

/** The parameters of a function that a statement exports. */
const paramsOf = (statement: Tree | undefined) =>
  isTree(statement?.declaration) && statement.declaration.params;
