import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

const BUILDERS = /^apps\/server\/src\/(wings\/[^/]+|app)\.ts$/;
const SERVER = /^apps\/server\/src\//;
const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
const TYPES = new Set(['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType']);

/** From which position on each name of a function has its value; parameters and functions have it from the beginning. */
type Scope = Map<string, number>;

/**
 * Lists functions in the wings and in app.ts that name what is built further down, and would fail if they were called too early, one
 * sentence each; and slots outside the `slots` of a module or wing, which nobody would find empty at the start (ADR 108).
 */
export function checkThunks(sources: Sources): string[] {
  const server = [...sources].filter(([file]) => SERVER.test(file) && !isTest(file));
  return server.flatMap(([file, text]) => {
    const isBuilder = BUILDERS.test(file);
    if (!isBuilder && !text.includes('createSlot')) return [];
    const { program } = parseSync(file, text);
    const lineOf = ({ start }: Tree) => text.slice(0, start).split('\n').length;
    return [
      ...(isBuilder ? findEarly(program) : []).map(
        (node) =>
          `${file}:${lineOf(node)}: ${node.name} is named before it is built: build it first, or use a slot`,
      ),
      ...findLoose(program).map(
        (node) => `${file}:${lineOf(node)}: a slot belongs to the slots of a module or wing`,
      ),
    ];
  });
}

/** Names within functions that the function around them gives a value only later. */
function findEarly(program: unknown): Tree[] {
  const found: Tree[] = [];
  visitNames(program, [], (node, scopes) => {
    const depth = scopes.findLastIndex((scope) => scope.has(String(node.name)));
    const isOuter = depth >= 0 && depth < scopes.length - 1;
    if (isOuter && node.start < (scopes[depth]?.get(String(node.name)) ?? 0)) found.push(node);
  });
  return found;
}

/** Visits each name that is read, with the functions around it, the outermost first. */
function visitNames(
  node: unknown,
  scopes: readonly Scope[],
  visit: (name: Tree, scopes: readonly Scope[]) => void,
): void {
  if (Array.isArray(node)) {
    for (const one of node) visitNames(one, scopes, visit);
    return;
  }
  if (!isTree(node)) return;
  if (node.type === 'Identifier') visit(node, scopes);
  const inside = FUNCTION.test(node.type) ? [...scopes, readScope(node)] : scopes;
  const isKey = (key: string) => (key === 'property' || key === 'key') && node.computed !== true;
  for (const [key, value] of Object.entries(node))
    if (!TYPES.has(key) && !isKey(key)) visitNames(value, inside, visit);
}

/** A variable has its value behind its declaration, or behind the last assignment that the function itself runs. */
function readScope({ params, body }: Tree): Scope {
  const given = namesIn(params).map((name) => [name, 0] as const);
  return new Map([...given, ...listOwn(body).flatMap(readBinding)]);
}

function readBinding({
  type,
  id,
  left,
  callee,
  arguments: given,
  end,
}: Tree): [name: string, from: number][] {
  if (type === 'FunctionDeclaration') return namesIn(id).map((name) => [name, 0]);
  if (type === 'VariableDeclarator') return namesIn(id).map((name) => [name, end]);
  if (type === 'AssignmentExpression')
    return [...namesIn(left), ...holderOf(left)].map((name) => [name, end]);
  if (type !== 'CallExpression' || !isTree(callee) || !isTree(callee.property)) return [];
  return callee.property.name === 'assign' ? namesIn((given as unknown[])[0]).map((name) => [name, end]) : [];
}

/** The object that gets its field here: it has its value only from then on. */
function holderOf(target: unknown): string[] {
  if (!isTree(target) || target.type !== 'MemberExpression') return [];
  return isTree(target.object) && target.object.type === 'MemberExpression'
    ? holderOf(target.object)
    : namesIn(target.object);
}

/** The nodes of a function in their order, without what the functions in it contain. */
function listOwn(node: unknown): Tree[] {
  if (Array.isArray(node)) return node.flatMap(listOwn);
  if (!isTree(node)) return [];
  return FUNCTION.test(node.type) ? [node] : [node, ...Object.values(node).flatMap(listOwn)];
}

/** The names that a pattern binds. */
function namesIn(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(namesIn);
  if (!isTree(pattern)) return [];
  if (pattern.type === 'Identifier') return [String(pattern.name)];
  const { left, argument, elements, properties, value } = pattern;
  return [left, argument, elements, properties, value].flatMap(namesIn);
}

/** Calls of `createSlot` that are not values of an object called `slots`, or made by a function called `createSlots`. */
function findLoose(program: unknown): Tree[] {
  const inSlots = new Set<Tree>();
  const all: Tree[] = [];
  walkTree(program, (node) => {
    if (node.type === 'CallExpression' && isTree(node.callee) && node.callee.name === 'createSlot')
      all.push(node);
    const isSlots = isTree(node.id) && /^(slots|createSlots)$/.test(String(node.id.name));
    if (isSlots) walkTree(node, (inner) => inSlots.add(inner));
  });
  return all.filter((node) => !inSlots.has(node));
}
