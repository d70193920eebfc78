import { annotatedType, createDeclarations, type Declarations, typeBehind } from './find-declared.ts';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';
import { createPartsReader, join, nameOf } from './type-parts.ts';

const MODULES = 'apps/server/src/modules/';
const DEPS = /Deps$/;
/** So few parts are named, if they are no more than half of what there is. */
const FEW = 3;
/** A type of fewer parts is small enough to be taken whole. */
const SMALLEST = 4;

/**
 * Lists functions of modules that take a `Deps` of which they use few parts, one sentence each: `Pick<Deps, 'db'>` says what they
 * depend on. What a function hands on as a whole counts as what is taken of it there.
 */
export function checkWholeDeps(sources: Sources): string[] {
  const files = new Map([...sources].filter(([file]) => !isTest(file)));
  const declarations = createDeclarations(files);
  const judge = createJudge(declarations);
  return [...files]
    .filter(([file]) => file.startsWith(MODULES))
    .flatMap(([file, text]) => {
      const found: string[] = [];
      walkTree(declarations.bodyOf(file), (made) => {
        for (const param of paramsOf(made)) {
          const used = judge.fewOf(file, param, made.body);
          const type = annotatedType(param);
          if (!used || !isTree(type)) continue;
          const line = text.slice(0, type.start).split('\n').length;
          const parts = used.map((name) => `'${name}'`).join(' | ');
          found.push(`${file}:${line}: takes Pick<${text.slice(type.start, type.end)}, ${parts}>`);
        }
      });
      return found;
    });
}

const paramsOf = ({ params, body }: Tree) => (Array.isArray(params) && body ? (params as Tree[]) : []);

/** The parts that a function takes where it is given the whole; null if that is not known. */
type PartsOfCall = (callee: string, position: number) => string[] | null;

function createJudge(declarations: Declarations) {
  const partsOfType = createPartsReader(declarations);
  const judged = new Map<unknown, string[] | null>();

  /** The parts that a function uses of a parameter that is a `Deps`, if they are few of many; null otherwise. */
  function fewOf(file: string, param: Tree, body: unknown): string[] | null {
    const existing = judged.get(param);
    if (existing !== undefined) return existing;
    const type = annotatedType(param);
    if (!isDeps(declarations, file, type)) return null;
    // Of a function that calls itself, the call takes nothing that the rest does not.
    judged.set(param, []);
    const used = partsUsed(param, body, (callee, position) => partsOfCall(file, callee, position));
    const few = used && isFewOf(used, partsOfType(file, type) ?? []) ? used : null;
    judged.set(param, few);
    return few;
  }

  function partsOfCall(file: string, callee: string, position: number): string[] | null {
    const found = declarations.find(file, callee);
    const param = found && paramsOf(found.node)[position];
    if (!param) return null;
    return fewOf(found.file, param, found.node.body) ?? partsOfType(found.file, annotatedType(param));
  }
  return { fewOf };
}

/** Whether a type is called `…Deps`, or is one with more or less in it, under whatever name. */
function isDeps(declarations: Declarations, file: string, type: unknown): boolean {
  if (!isTree(type)) return false;
  if (type.type === 'TSIntersectionType')
    return (type.types as Tree[]).some((each) => isDeps(declarations, file, each));
  const [name, args] = [nameOf(type.typeName), type.typeArguments];
  if (name === 'Omit') return isTree(args) && isDeps(declarations, file, (args.params as Tree[])[0]);
  if (DEPS.test(name) || !name) return DEPS.test(name);
  const found = declarations.find(file, name);
  return (
    found?.node.type === 'TSTypeAliasDeclaration' && isDeps(declarations, found.file, typeBehind(found.node))
  );
}

const isFewOf = ({ length: used }: readonly string[], { length: all }: readonly string[]): boolean =>
  used > 0 && used <= FEW && all >= SMALLEST && used * 2 <= all;

/** The parts that a function takes out of its parameter; null if it may use others. */
function partsUsed(param: Tree, body: unknown, partsOfCall: PartsOfCall): string[] | null {
  if (param.type === 'ObjectPattern') return partsOf(param);
  const name = nameOf(param);
  const used: (string[] | null)[] = [];
  const judged = new Set<unknown>();
  walkTree(body, (node) => {
    // The name of a property is no use of the parameter.
    if (node.type === 'MemberExpression' && !node.computed) judged.add(node.property);
    for (const { taking, parts } of partsTaken(node, partsOfCall)) {
      if (nameOf(taking) !== name) continue;
      judged.add(taking);
      used.push(parts());
    }
    if (node.type === 'Identifier' && nameOf(node) === name && !judged.has(node)) used.push(null);
  });
  return join(used);
}

type Taken = { taking: unknown; parts: () => string[] | null };

/** What a node takes parts of, if it is a name: `deps.db`, `const { db } = deps`, `read(deps)`. */
function partsTaken(node: Tree, partsOfCall: PartsOfCall): Taken[] {
  const { type, id, init, callee } = node;
  if (type === 'MemberExpression' && !node.computed)
    return [{ taking: node.object, parts: () => [nameOf(node.property)] }];
  if (type === 'VariableDeclarator' && isTree(id) && id.type === 'ObjectPattern')
    return [{ taking: init, parts: () => partsOf(id) }];
  if (type !== 'CallExpression' || !nameOf(callee)) return [];
  return (node.arguments as Tree[]).map((taking, position) => ({
    taking,
    parts: () => partsOfCall(nameOf(callee), position),
  }));
}

/** The names in a pattern, unless it takes the rest as well. */
function partsOf({ properties }: Tree): string[] | null {
  const all = properties as Tree[];
  return all.some(({ type }) => type === 'RestElement') ? null : all.map(({ key }) => nameOf(key));
}
