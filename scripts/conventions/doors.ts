import { type Node, parseSync, type TSType } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';

const FEATURE_DOOR = /^apps\/web\/src\/features\/[^/]+\/[^/]+\/index\.ts$/;
const MODULE_FILE = /^apps\/server\/src\/modules\/[^/]+\/[^/]+\/(.+)$/;
const MODULE = 'apps/server/src/platform/module.ts';
/** Slots differ between modules, and so each names its own. */
const OWN_FIELDS = ['slots'];

/**
 * Lists violations of the pattern for doors (CONTRIBUTING.md), one sentence each: `createX(deps: Deps)` returns a `Module`, or
 * a type of the form `Module & {...}`; `Deps` is declared in `index.ts`, or in `deps.ts` if other files share it, and takes parts
 * of the platform by `Pick<Platform, ...>`.
 */
export function checkDoors(sources: Sources): string[] {
  const fields = readModuleFields(sources.get(MODULE) ?? '');
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
      ...judgePlatformParts(types.get('Deps'), text),
      ...(inModule === 'index.ts' ? statements.flatMap((node) => judgeDoor(node, { types, fields })) : []),
    ];
    return wrong.map((reason) => `${file}: ${reason}`);
  });
}

/** Fields that every door may return; a module's own type lists only additional ones. */
function readModuleFields(text: string): readonly string[] {
  const { program } = parseSync(MODULE, text);
  const types = program.body.flatMap((node) =>
    node.type === 'ExportNamedDeclaration' && node.declaration?.type === 'TSTypeAliasDeclaration'
      ? [node.declaration]
      : [],
  );
  const module = types.find(({ id }) => id.name === 'Module')?.typeAnnotation;
  const names = module?.type === 'TSTypeLiteral' ? module.members.flatMap(memberName) : [];
  if (names.length === 0) throw new Error(`${MODULE} declares no Module`);
  return names.filter((name) => !OWN_FIELDS.includes(name));
}

/**
 * Lists doors of features that hold code, one sentence each. A door whose code is used brings everything it re-exports into the
 * same chunk; one that only re-exports, and names what, disappears from the build.
 */
export function checkFeatureDoors(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!FEATURE_DOOR.test(file)) return [];
    const { program } = parseSync(file, text);
    const isPassing = program.body.every((node) => node.type === 'ExportNamedDeclaration' && node.source);
    return isPassing ? [] : [`${file}: a door only re-exports by name, and so costs nothing`];
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

/** What a module takes of the platform as it is: in one form, which does not repeat its type. */
const PLATFORM_PARTS: Readonly<Record<string, string>> = {
  db: 'Database',
  prepared: 'Database',
  clock: 'Clock',
  machineClock: 'Clock',
  log: 'Logger',
  signer: 'MediaSigner',
  cursors: 'Cursors',
  listener: 'DatabaseListener',
};

/** A comment of its own is a reason to repeat a part: it says which of several is meant. */
function judgePlatformParts(deps: TSType | undefined, text: string): string[] {
  const literals = deps?.type === 'TSIntersectionType' ? deps.types : deps ? [deps] : [];
  const members = literals.flatMap((type) => (type.type === 'TSTypeLiteral' ? type.members : []));
  return members.flatMap((member) => {
    if (member.type !== 'TSPropertySignature' || text.slice(0, member.start).trimEnd().endsWith('*/'))
      return [];
    const [name = ''] = memberName(member);
    const isRepeated = nameOf(member.typeAnnotation?.typeAnnotation) === (PLATFORM_PARTS[name] ?? '-');
    return isRepeated ? [`Deps takes ${name} by Pick<Platform, '${name}'>`] : [];
  });
}

function isShared(sources: Sources, file: string): boolean {
  const folder = file.slice(0, -'deps.ts'.length);
  const taking = [...sources].filter(
    ([other, text]) => other.startsWith(folder) && !isTest(other) && /'[./]+\/deps\.ts'/.test(text),
  );
  return taking.some(([other]) => other !== `${folder}index.ts`);
}

type Door = { types: ReadonlyMap<string, TSType>; fields: readonly string[] };

function judgeDoor(node: Node, { types, fields }: Door): string[] {
  if (isArrowFactory(node)) return ['createX is a function declaration, whose types are read'];
  if (node.type !== 'FunctionDeclaration' || !node.id?.name.startsWith('create')) return [];
  const [first] = node.params;
  const given = first && 'typeAnnotation' in first ? first.typeAnnotation?.typeAnnotation : undefined;
  const result = resultOf(node.returnType?.typeAnnotation);
  if (!result) return [`${node.id.name} gives Module or a type of its own`];
  if (result !== 'Module' && !types.has(result)) return [];
  const wrong: string[] = [];
  if (first && nameOf(given) !== 'Deps') wrong.push(`${node.id.name} takes Deps`);
  if (result !== 'Module' && !isModuleAndMore(types.get(result), fields))
    wrong.push(`${result} is Module & {...}, and repeats none of its fields`);
  return wrong;
}

const isArrowFactory = (node: Node): boolean =>
  node.type === 'VariableDeclaration' &&
  node.declarations.some(({ id }) => id.type === 'Identifier' && /^create[A-Z]/.test(id.name));

function isModuleAndMore(type: TSType | undefined, fields: readonly string[]): boolean {
  if (type?.type !== 'TSIntersectionType') return false;
  const [module, own] = type.types;
  if (nameOf(module) !== 'Module') return false;
  // A type of its own that other functions return, too.
  if (own?.type === 'TSTypeReference') return true;
  if (own?.type !== 'TSTypeLiteral') return false;
  return !own.members.flatMap(memberName).some((name) => fields.includes(name));
}

const memberName = (member: Node): string[] =>
  'key' in member && member.key && typeof member.key === 'object' && 'name' in member.key
    ? [String(member.key.name)]
    : [];

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
