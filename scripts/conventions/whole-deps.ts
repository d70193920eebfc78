import { parseSync } from 'oxc-parser';
import { resolveImport, type Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

const MODULES = 'apps/server/src/modules/';
const DEPS = /Deps$/;
/** So few parts are named. */
const FEW = 3;
/** So many parts are more than a function with a few of them takes. */
const MANY = 6;

type WholeDeps = { file: string; line: number; type: string; used: string[] };

/**
 * Lists functions of modules that take a large `Deps` of which they use a few parts, one sentence each: `Pick<Deps, 'db'>` says what
 * they depend on. Functions that hand it on as a whole are not judged.
 */
export function checkWholeDeps(sources: Sources): string[] {
  return findWholeDeps(sources).map(
    ({ file, line, type, used }) =>
      `${file}:${line}: takes Pick<${type}, ${used.map((name) => `'${name}'`).join(' | ')}>`,
  );
}

function findWholeDeps(sources: Sources): WholeDeps[] {
  const files = new Map(
    [...sources].filter(([file]) => file.startsWith('apps/server/src/') && !isTest(file)),
  );
  const countParts = createCounter(files);
  return [...files]
    .filter(([file, text]) => file.startsWith(MODULES) && text.includes('Deps'))
    .flatMap(([file, text]) => {
      const params: { param: Tree; body: unknown }[] = [];
      walkTree(parseSync(file, text).program, (node) => {
        if (!Array.isArray(node.params) || !node.body) return;
        for (const param of node.params as Tree[]) params.push({ param, body: node.body });
      });
      return params.flatMap(({ param, body }) => {
        const annotation = annotationOf(param);
        const used = annotation ? partsUsed(param, body) : null;
        if (!annotation || !used?.length || used.length > FEW || countParts(file, annotation) < MANY)
          return [];
        const { start, typeName } = annotation;
        const line = text.slice(0, start).split('\n').length;
        return [{ file, line, type: nameOf(typeName), used }];
      });
    });
}

/** The type of a parameter, if it is called `…Deps`. */
function annotationOf({ typeAnnotation }: Tree): Tree | undefined {
  const type = isTree(typeAnnotation) ? typeAnnotation.typeAnnotation : undefined;
  return isTree(type) && DEPS.test(nameOf(type.typeName)) ? type : undefined;
}

const nameOf = (node: unknown) => (isTree(node) && typeof node.name === 'string' ? node.name : '');

/** The parts that a function takes out of its parameter; null if it may use others. */
function partsUsed(param: Tree, body: unknown): string[] | null {
  if (param.type === 'ObjectPattern') return partsOf(param);
  const name = nameOf(param);
  const used: (string[] | null)[] = [];
  const judged = new Set<unknown>();
  walkTree(body, (node) => {
    const { type, object, property, computed, id, init } = node;
    if (type === 'MemberExpression' && nameOf(object) === name && !computed) {
      judged.add(object);
      judged.add(property);
      used.push([nameOf(property)]);
    }
    if (type === 'VariableDeclarator' && nameOf(init) === name && isTree(id) && id.type === 'ObjectPattern') {
      judged.add(init);
      used.push(partsOf(id));
    }
    if (type === 'MemberExpression' && !computed) judged.add(property);
    if (type === 'Identifier' && nameOf(node) === name && !judged.has(node)) used.push(null);
  });
  return used.includes(null) ? null : [...new Set(used.flatMap((parts) => parts ?? []))];
}

/** The names in a pattern, unless it takes the rest as well. */
function partsOf({ properties }: Tree): string[] | null {
  const all = properties as Tree[];
  return all.some(({ type }) => type === 'RestElement') ? null : all.map(({ key }) => nameOf(key));
}

/** Counts the parts of a type, through aliases of the same file and of those that it imports. */
function createCounter(sources: Sources) {
  const programs = new Map<string, readonly Tree[]>();
  function bodyOf(file: string): readonly Tree[] {
    const body =
      programs.get(file) ?? (parseSync(file, sources.get(file) ?? '').program.body as unknown as Tree[]);
    programs.set(file, body);
    return body;
  }
  /** The declaration of a type, and its file. */
  function find(file: string, name: string): { file: string; type: unknown } | undefined {
    const declared = bodyOf(file)
      .map(({ declaration, ...statement }) => (isTree(declaration) ? declaration : (statement as Tree)))
      .find(({ type, id }) => type === 'TSTypeAliasDeclaration' && nameOf(id) === name);
    if (declared) return { file, type: declared.typeAnnotation };
    const imported = bodyOf(file).flatMap((statement) => importedAs(statement, name))[0];
    const target = imported && resolveImport(sources, file, imported.from);
    return target && sources.has(target) ? find(target, imported.name) : undefined;
  }
  function countNamed(file: string, { typeName, typeArguments }: Tree): number {
    const [of, keys] = isTree(typeArguments) ? (typeArguments.params as Tree[]) : [];
    if (nameOf(typeName) === 'Pick') return countKeys(keys);
    if (nameOf(typeName) === 'Omit') return Math.max(0, count(file, of) - countKeys(keys));
    const found = find(file, nameOf(typeName));
    return found ? count(found.file, found.type) : 1;
  }
  function count(file: string, type: unknown): number {
    if (!isTree(type)) return 0;
    if (type.type === 'TSIntersectionType')
      return (type.types as Tree[]).reduce((sum, each) => sum + count(file, each), 0);
    if (Array.isArray(type.members)) return type.members.length;
    return type.type === 'TSTypeReference' ? countNamed(file, type) : 1;
  }
  return count;
}

/** What an import or a re-export calls a name, and where it is from. */
function importedAs({ specifiers, source }: Tree, name: string): { name: string; from: string }[] {
  if (!Array.isArray(specifiers) || !isTree(source)) return [];
  return (specifiers as Tree[])
    .filter(({ exported, local }) => nameOf(exported ?? local) === name)
    .map(({ imported, local }) => ({ name: nameOf(imported ?? local), from: String(source.value) }));
}

const countKeys = (keys: Tree | undefined): number =>
  !keys ? 0 : Array.isArray(keys.types) ? keys.types.length : 1;
