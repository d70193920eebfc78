import { type Node, parseSync, type TSType } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';

const FEATURE_DOOR = /^apps\/web\/src\/features\/[^/]+\/[^/]+\/index\.ts$/;
const MODULE_FILE = /^apps\/server\/src\/modules\/[^/]+\/[^/]+\/(.+)$/;
/** Fields that every door may return; a module's own type lists only additional ones. */
const MODULE_FIELDS = ['routes', 'tasks', 'crons', 'mount', 'close'];

/**
 * Lists violations of the pattern for doors (CONTRIBUTING.md), one sentence each: `createX(deps: Deps)` returns a `Module`, or
 * a type of the form `Module & {...}`; `Deps` is declared in `index.ts`, or in `deps.ts` if other files share it.
 */
export function checkDoors(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    const inModule = MODULE_FILE.exec(file)?.[1];
    if (!inModule || isTest(file)) return [];
    const { program } = parseSync(file, text);
    const statements = program.body.map((node) =>
      node.type === 'ExportNamedDeclaration' ? (node.declaration ?? node) : node,
    );
    const types = new Map<string, TSType>();
    for (const node of statements)
      if (node.type === 'TSTypeAliasDeclaration') types.set(node.id.name, node.typeAnnotation);
    const wrong = [
      ...judgeDeps(sources, { file, inModule, isDeclaring: types.has('Deps') }),
      ...(inModule === 'index.ts' ? statements.flatMap((node) => judgeDoor(node, types)) : []),
    ];
    return wrong.map((reason) => `${file}: ${reason}`);
  });
}

/**
 * Lists doors of features that hold code beside their re-exports, one sentence each. A door whose code is used brings everything
 * it re-exports into the same chunk; one that only re-exports disappears from the build.
 */
export function checkFeatureDoors(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!FEATURE_DOOR.test(file)) return [];
    const { program } = parseSync(file, text);
    const others = program.body.filter((node) => node.type !== 'ExportNamedDeclaration' || !node.source);
    const isMixed = others.length > 0 && others.length < program.body.length;
    return isMixed ? [`${file}: a door only re-exports, and so costs nothing`] : [];
  });
}

const BARE = /^import '((?:\.{1,2}|#)\/[^']+\.tsx?)';/gm;

/**
 * Lists imports of our own code in the browser for its side effects alone: apps/web/package.json says that it has none, so the
 * build would leave them out.
 */
export function checkBareImports(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!file.startsWith('apps/web/src/') || isTest(file)) return [];
    return [...text.matchAll(BARE)].map(
      ([, target]) => `${file}: ${target} is imported for its side effects, which the build leaves out`,
    );
  });
}

type Declaring = { file: string; inModule: string; isDeclaring: boolean };

function judgeDeps(sources: Sources, { file, inModule, isDeclaring }: Declaring): string[] {
  if (inModule === 'deps.ts')
    return isShared(sources, file) ? [] : ['only the door takes these Deps: they are its own'];
  const isWrong = isDeclaring && inModule !== 'index.ts';
  return isWrong ? ['Deps is declared in the index.ts or the deps.ts of a module'] : [];
}

function isShared(sources: Sources, file: string): boolean {
  const folder = file.slice(0, -'deps.ts'.length);
  const taking = [...sources].filter(
    ([other, text]) => other.startsWith(folder) && !isTest(other) && /'[./]+\/deps\.ts'/.test(text),
  );
  return taking.some(([other]) => other !== `${folder}index.ts`);
}

function judgeDoor(node: Node, types: ReadonlyMap<string, TSType>): string[] {
  if (node.type !== 'FunctionDeclaration' || !node.id?.name.startsWith('create')) return [];
  const [first] = node.params;
  const given = first && 'typeAnnotation' in first ? first.typeAnnotation?.typeAnnotation : undefined;
  const result = resultOf(node.returnType?.typeAnnotation);
  if (!result) return [`${node.id.name} gives Module or a type of its own`];
  if (result !== 'Module' && !types.has(result)) return [];
  const wrong: string[] = [];
  if (first && nameOf(given) !== 'Deps') wrong.push(`${node.id.name} takes Deps`);
  if (result !== 'Module' && !isModuleAndMore(types.get(result)))
    wrong.push(`${result} is Module & {...}, and repeats none of its fields`);
  return wrong;
}

function isModuleAndMore(type: TSType | undefined): boolean {
  if (type?.type !== 'TSIntersectionType') return false;
  const [module, own] = type.types;
  if (nameOf(module) !== 'Module') return false;
  // A type of its own that other functions return, too.
  if (own?.type === 'TSTypeReference') return true;
  if (own?.type !== 'TSTypeLiteral') return false;
  return own.members.every(
    (member) =>
      !('key' in member && member.key.type === 'Identifier' && MODULE_FIELDS.includes(member.key.name)),
  );
}

/** The name of a function's return type, or of what its promise resolves to. */
function resultOf(type: TSType | undefined): string | undefined {
  const isPromise = type?.type === 'TSTypeReference' && nameOf(type) === 'Promise';
  return nameOf(isPromise ? type.typeArguments?.params[0] : type);
}

function nameOf(type: TSType | undefined | null): string | undefined {
  return type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier'
    ? type.typeName.name
    : undefined;
}
