/** The position of a file. Imports may target the same layer or a lower rank, and other units only through their door. */
type Place = {
  area: 'contracts' | 'server' | 'web' | 'tools';
  layer: string;
  rank: number;
  /** Wing and name of the module or feature: `library/albums`. */
  unit?: string;
};

type Layer = Omit<Place, 'unit'> & { pattern: RegExp };

/** docs/architecture.md: contracts <- platform <- modules <- app, contracts <- shared <- features <- routes <- app. */
const LAYERS: Layer[] = [
  { pattern: /^packages\/contracts\/src\//, area: 'contracts', layer: 'contracts', rank: 0 },
  { pattern: /^apps\/server\/src\/platform\//, area: 'server', layer: 'platform', rank: 1 },
  { pattern: /^apps\/server\/src\/modules\/([^/]+\/[^/]+)\//, area: 'server', layer: 'modules', rank: 2 },
  { pattern: /^apps\/server\/src\//, area: 'server', layer: 'app', rank: 4 },
  { pattern: /^apps\/web\/src\/shared\//, area: 'web', layer: 'shared', rank: 1 },
  { pattern: /^apps\/web\/src\/features\/([^/]+\/[^/]+)\//, area: 'web', layer: 'features', rank: 2 },
  { pattern: /^apps\/web\/src\/routes\//, area: 'web', layer: 'routes', rank: 3 },
  { pattern: /^apps\/web\/(src|build)\//, area: 'web', layer: 'app', rank: 4 },
  { pattern: /^(e2e|bench|scripts)\//, area: 'tools', layer: 'tools', rank: 5 },
];

/** The wings of the server's modules and the browser's features; each may import those before it. */
const WINGS = ['frame', 'account', 'library', 'exchange', 'orders', 'creations', 'business', 'shop'];

/** A contract of a wing; those of `platform` belong to none, and those beside the folders join all wings. */
const CONTRACT = /^packages\/contracts\/src\/(?:([^/]+)\/)?[^/]+$/;
/** Where the latter belong. */
const JOINING = 'all wings';

/** A file that builds a wing, and whose wing the others beside it belong to. */
const BUILDER = /^apps\/server\/src\/wings\/([^/]+)\.ts$/;
const PART_OF: Readonly<Record<string, string>> = { access: 'account', identity: 'account' };

/** Tests may import anything, and so may files only used by them. Journeys use the product as people do and count as tools. */
export const isTest = (file: string) => /\.(test|fixture)\.tsx?$|\/testing\//.test(file);

const isGenerated = (file: string) => file.endsWith('.gen.ts');

/** The position of a file, or undefined if it may import anything. */
function placeOf(file: string): Place | undefined {
  if (isTest(file) || isGenerated(file)) return undefined;
  for (const { pattern, ...place } of LAYERS) {
    const match = pattern.exec(file);
    if (match) return { ...place, unit: place.rank === 2 ? match[1] : undefined };
  }
  return undefined;
}

/** What is wrong with an import, or undefined. Both paths are relative to the repository. */
export function judgeImport(from: string, to: string): string | undefined {
  const source = placeOf(from);
  const target = placeOf(to);
  if (!source || !target) return undefined;
  if (source.unit !== target.unit && target.unit && !to.endsWith(`/${target.unit}/index.ts`)) {
    return `a ${target.layer === 'modules' ? 'module' : 'feature'} is imported through its index.ts`;
  }
  if (target.area !== source.area) return judgeAreas(source, target);
  if (source.area === 'contracts') return judgeContracts(wingOfContract(from), wingOfContract(to));
  const builder = wingBuiltBy(from);
  if (builder) return judgeWings(builder, wingBuiltBy(to) ?? target.unit);
  if (target.rank > source.rank) return `${source.layer} must not import ${target.layer}`;
  if (target.layer !== source.layer || target.unit === source.unit) return undefined;
  return judgeWings(source.unit, target.unit);
}

function judgeAreas(source: Place, target: Place): string | undefined {
  const isAllowed = target.area === 'contracts' || source.area === 'tools';
  return isAllowed ? undefined : `${source.area} must not import ${target.area}`;
}

/** The folder of a contract; `platform` comes before all wings, and what joins them after all. */
const wingOfContract = (file: string): string => CONTRACT.exec(file)?.[1] ?? JOINING;

function judgeContracts(source: string, target: string): string | undefined {
  const order = ['platform', ...WINGS, JOINING];
  for (const wing of [source, target]) if (!order.includes(wing)) return `${wing} is not a wing`;
  return order.indexOf(target) > order.indexOf(source)
    ? `contracts of ${source} must not import those of ${target}`
    : undefined;
}

function wingBuiltBy(file: string): string | undefined {
  const name = BUILDER.exec(file)?.[1];
  return name && (PART_OF[name] ?? name);
}

function judgeWings(from = '', to?: string): string | undefined {
  if (to === undefined) return undefined;
  const wingOf = (unit: string) => unit.split('/')[0] ?? '';
  const [source, target] = [wingOf(from), wingOf(to)];
  for (const wing of [source, target]) if (!WINGS.includes(wing)) return `${wing} is not a wing`;
  return WINGS.indexOf(target) > WINGS.indexOf(source) ? `${source} must not import ${target}` : undefined;
}
