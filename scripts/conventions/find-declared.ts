import { parseSync } from 'oxc-parser';
import { resolveImport, type Sources } from './imports.ts';
import { isTree, type Tree } from './syntax.ts';

export type Declared = { file: string; node: Tree };

export type Declarations = {
  /** The statements of a file. */
  bodyOf(file: string): readonly Tree[];
  /** The declaration behind a name in a file, through imports and re-exports. */
  find(file: string, name: string): Declared | null;
};

/** Finds declarations across files; each file is parsed once. */
export function createDeclarations(sources: Sources): Declarations {
  const bodies = new Map<string, readonly Tree[]>();
  function bodyOf(file: string): readonly Tree[] {
    const body =
      bodies.get(file) ?? (parseSync(file, sources.get(file) ?? '').program.body as unknown as Tree[]);
    bodies.set(file, body);
    return body;
  }
  function find(file: string, name: string): Declared | null {
    for (const statement of bodyOf(file)) {
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
  return { bodyOf, find };
}

/** The type, the function or the value that a statement declares by that name. */
function declaredBy(statement: Tree, name: string): Tree | undefined {
  const node = isTree(statement.declaration) ? statement.declaration : statement;
  const declared = Array.isArray(node.declarations) ? (node.declarations as Tree[]) : [node];
  const found = declared.find(({ id }) => isTree(id) && id.name === name);
  return isTree(found?.init) ? found.init : found;
}

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

/** The members of a declared type or interface, or the type that it is another name of. */
export const typeBehind = ({ typeAnnotation, body }: Tree): unknown =>
  typeAnnotation ?? (isTree(body) ? { ...body, members: body.body } : null);

/** The annotated type of a parameter or a property. */
export function annotatedType(node: Tree): unknown {
  const { typeAnnotation } = isTree(node.left) ? node.left : node;
  return isTree(typeAnnotation) ? typeAnnotation.typeAnnotation : undefined;
}

/** The strings of a type that is one, or a union of several. */
export function literalsOf(type: unknown): string[] {
  if (!isTree(type)) return [];
  if (Array.isArray(type.types)) return type.types.flatMap(literalsOf);
  return isTree(type.literal) ? [String(type.literal.value)] : [];
}
