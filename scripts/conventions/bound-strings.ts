import { isTree, type Tree, walkTree } from './syntax.ts';

type Types = ReadonlyMap<string, unknown>;

/** The strings that a name can stand for in a file; null if only the running program knows. */
export type BoundStrings = (name: string) => readonly string[] | null;

/**
 * Reads which strings the names of a file stand for: constants, loops over lists of literals, and parameters whose type is a union of
 * literals. A name that is bound twice stands for both; if one of them is unknown, so is the name.
 */
export function readBoundStrings(program: unknown): BoundStrings {
  const types = new Map<string, unknown>();
  walkTree(program, ({ type, id, name, typeAnnotation, constraint }) => {
    if (type === 'TSTypeAliasDeclaration') types.set(nameOf(id), typeAnnotation);
    if (type === 'TSTypeParameter') types.set(nameOf(name), constraint);
  });
  const bound = new Map<string, string[] | null>();
  const bind = (name: string, strings: string[] | null) => {
    const others = bound.get(name);
    bound.set(name, others === null || strings === null ? null : [...(others ?? []), ...strings]);
  };
  walkTree(program, (node) => {
    for (const { pattern, strings } of bindingsOf(node, types))
      for (const name of namesIn(pattern)) bind(name, strings);
  });
  return (name) => bound.get(name) ?? null;
}

type Binding = { pattern: unknown; strings: string[] | null };

function bindingsOf({ type, params, left, right, id, init, local }: Tree, types: Types): Binding[] {
  if (Array.isArray(params))
    return (params as Tree[]).map((pattern) => ({
      pattern,
      strings: literalsOf(pattern.typeAnnotation, types),
    }));
  if (type === 'ForOfStatement' && isTree(left) && Array.isArray(left.declarations))
    return [{ pattern: (left.declarations as Tree[])[0]?.id, strings: listOf(right) }];
  if (type === 'VariableDeclarator' && isTree(init)) return [{ pattern: id, strings: stringsOf(init) }];
  return type === 'ImportSpecifier' ? [{ pattern: local, strings: null }] : [];
}

const nameOf = (node: unknown) => (isTree(node) ? String(node.name) : String(node));

function namesIn(pattern: unknown): string[] {
  if (isTree(pattern) && pattern.type === 'Identifier') return [nameOf(pattern)];
  const names: string[] = [];
  walkTree(pattern, ({ type, name }) => {
    if (type === 'Identifier') names.push(String(name));
  });
  return names;
}

/** What a value is without its assertions. */
export function bareOf(node: Tree): Tree {
  const isAsserted = /^TS(As|Satisfies|NonNull)Expression$/.test(node.type);
  return isAsserted ? bareOf(node.expression as Tree) : node;
}

function stringsOf(node: Tree): string[] | null {
  const { value } = bareOf(node);
  return typeof value === 'string' ? [value] : null;
}

function listOf(node: unknown): string[] | null {
  const list = isTree(node) ? bareOf(node) : null;
  if (list?.type !== 'ArrayExpression') return null;
  const strings = (list.elements as Tree[]).map(stringsOf);
  return strings.includes(null) ? null : (strings as string[][]).flat();
}

/** The literals of a type, followed through aliases and type parameters of the file. */
function literalsOf(type: unknown, types: Types): string[] | null {
  if (!isTree(type)) return null;
  if (type.type === 'TSTypeAnnotation') return literalsOf(type.typeAnnotation, types);
  if (type.type === 'TSTypeReference') return literalsOf(types.get(nameOf(type.typeName)), types);
  if (type.type === 'TSLiteralType') return stringsOf(type.literal as Tree);
  if (type.type !== 'TSUnionType') return null;
  const each = (type.types as Tree[]).map((one) => literalsOf(one, types));
  return each.includes(null) ? null : (each as string[][]).flat();
}
