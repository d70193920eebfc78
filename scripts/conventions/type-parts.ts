import { type Declarations, literalsOf, typeBehind } from './find-declared.ts';
import { isTree, type Tree } from './syntax.ts';

/**
 * Reads the names of a type's properties, through names, `Pick`, `Omit` and intersections; null if one of them cannot be read. A type
 * that contains itself ends where it does.
 */
export function createPartsReader({ find }: Declarations): (file: string, type: unknown) => string[] | null {
  const named = new Map<string, string[] | null>();
  function read(file: string, type: unknown): string[] | null {
    if (!isTree(type)) return null;
    if (type.type === 'TSParenthesizedType') return read(file, type.typeAnnotation);
    if (type.type === 'TSIntersectionType')
      return join((type.types as Tree[]).map((each) => read(file, each)));
    if (Array.isArray(type.members)) return (type.members as Tree[]).map(({ key }) => nameOf(key));
    return type.type === 'TSTypeReference' ? readReference(file, type) : null;
  }
  function readReference(file: string, { typeName, typeArguments }: Tree): string[] | null {
    const [of, keys] = isTree(typeArguments) ? (typeArguments.params as Tree[]) : [];
    const name = nameOf(typeName);
    if (name === 'Pick') return literalsOf(keys);
    if (name === 'Omit') return read(file, of)?.filter((each) => !literalsOf(keys).includes(each)) ?? null;
    return /^(Readonly|Partial|Required)$/.test(name) ? read(file, of) : readNamed(file, name);
  }
  function readNamed(file: string, name: string): string[] | null {
    const key = `${file} ${name}`;
    const existing = named.get(key);
    if (existing !== undefined) return existing;
    named.set(key, []);
    const found = find(file, name);
    const parts = found && read(found.file, typeBehind(found.node));
    named.set(key, parts);
    return parts;
  }
  return read;
}

/** All of several lists, each name once; null if one of them could not be read. */
export function join(lists: readonly (readonly string[] | null)[]): string[] | null {
  return lists.includes(null) ? null : [...new Set(lists.flatMap((list) => list ?? []))];
}

export const nameOf = (node: unknown) => (isTree(node) && typeof node.name === 'string' ? node.name : '');
