/** Where a file stands. Imports go to the same layer or a lower number, and never into another unit of it. */
type Place = {
  area: 'contracts' | 'server' | 'web';
  layer: string;
  rank: number;
  /** Name of the module or feature; files of one may not reach into another. */
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
  { pattern: /^apps\/web\/src\//, area: 'web', layer: 'app', rank: 4 },
];

/** Tests may look anywhere; so may what only they use. */
const FREE = /\.(test|fixture)\.tsx?$|\.gen\.ts$/;

/** Answers where a file stands, or undefined if it may import what it likes. */
function placeOf(file: string): Place | undefined {
  if (FREE.test(file)) return undefined;
  for (const { pattern, ...place } of LAYERS) {
    const match = pattern.exec(file);
    if (match) return { ...place, unit: match[1] };
  }
  return undefined;
}

/** Says what is wrong with an import, or undefined. Both paths are relative to the repository. */
export function judgeImport(from: string, to: string): string | undefined {
  const source = placeOf(from);
  const target = placeOf(to);
  if (!source || !target) return undefined;
  if (target.area !== source.area) {
    return target.area === 'contracts' ? undefined : `${source.area} must not import ${target.area}`;
  }
  if (target.rank > source.rank) return `${source.layer} must not import ${target.layer}`;
  if (target.layer !== source.layer || target.unit === source.unit) return undefined;
  if (target.layer === 'features') return 'features are islands: they meet in routes';
  if (target.layer === 'modules' && !to.endsWith(`/modules/${target.unit}/index.ts`)) {
    return 'modules meet only at their index.ts';
  }
  return undefined;
}
